/**
 * The preset dictionary of the compressed link form, version 1. It is part of the format: a link
 * opens only with exactly the dictionary that compressed it. So this file must not change once a
 * link exists; a better dictionary needs a new version. The likeliest text is last, because deflate
 * codes short distances cheaply.
 */
export const DICTIONARY_V1 = [
  '"opportunities_ms":"loop":true"access_delay":"access_rate":"packet_bytes":1000,"ack_bytes":40,"receive_window":',
  '"initial_ssthresh":"send_jitter":"start_jitter":"delayed_ack_timeout":"100ms","timestamps":false,"limited_transmit":false',
  '"handshake":false,"growth":"byte-counting","per-ack","recovery":"reno","newreno","sack","recovery_variant":"reno_gated",',
  '"min_exit","ns2_exit","ns2_rto","rto":"default",{"min":"1s","max":"60s","initial":"3s","granularity":"10ms"},',
  '"agent":"snoop","eln","ba-tcp","repeat":"position":"before","after","kind":"cbr","bytes":"each_hop":true,"above":"to":"250ms"}',
  '"kind":"gilbert","good":"bad":"good_loss":"bad_loss":0.1,"switch_probability":0.5,"advance":"time","arrivals"',
  '"kind":"markov","good_mean":"bad_mean":"kind":"blackout","at":"kind":"handoff","period":"outage":"first":',
  '"kind":"scripted","packets":"every":"burst":"kind":"red","gentle-red","adaptive-red","easy-red","sred","fred","bred","dred"',
  '"min_th":"max_th":"max_p":0.1,"w_q":0.002,"wait":true,"mean_packet_bytes":"target_delay":"pdrop":"drop_front":true',
  '"kind":"codel","kind":"pie","target":"5ms","interval":"100ms","update":"alpha":"beta":"max_burst":',
  '"tahoe","reno","sack","westwood","westwood-gm02","logwestwood+","stcp","hstcp","htcp","bic","cubic","cubic-rfc9438",',
  '"fast","compound","bbr","illinois","veno","hybla","parameters":{"variant":"linux","linux2622","paper_uncond"}',
  '"westwood-filter","rtt-sampled-filter","linux-double","cwnd-over-rtt","vegas-backlog","delivery-rate"',
  '"label":"back":{"rate":"back":{"queue":{"kind":"drop-tail","capacity":"name":"wireless","start":"10s","stop":"shadow":["ewma-0.9"],',
  '"loss":{"kind":"bernoulli","probability":0.001}}0.01}}"initial_window":10,"from":0,"to":1,"count":10,"1bdp"',
  '{"algorithm":"vegas","set":{"flows.main.delayed_ack":false}}"hops.0.queue.capacity":"flows.main.parameters.variant":',
  '{"version":1,"title":"","seed":1,"duration":"200s","100s","1000s","hops":[{"rate":"10Mbps","200Mbps","2Mbps","delay":"10ms",',
  '"queue":{"kind":"drop-tail","capacity":"83pkt"},"40pkt"},"loss":{"kind":"none"}}],"flows":[{"name":"main",',
  '"algorithm":"westwood+","direction":"forward","rtt":"100ms","250ms","start":"0s","delayed_ack":true,"compared":true},',
  '{"name":"reverse","algorithm":"newreno","count":10,"direction":"backward","rtt":"250ms","active":[["250s","500s"],["750s","1000s"]]}],',
  '"compare":["newreno","vegas","cubic","westwood+"],"measure":[["0s","250s"],["250s","500s"],["500s","750s"],["750s","1000s"]]}',
].join('');
