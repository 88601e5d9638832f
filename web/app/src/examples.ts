import '@ackscope/charts/tokens.css';
import './base.css';
import './examples/examples.css';
import { EXAMPLES } from './examples/list.ts';
import { show } from './examples/show.ts';

const main = document.getElementById('examples');
if (main === null) throw new Error('the page has no #examples');
for (const example of EXAMPLES) main.append(show(example));
// Each script looks for its elements, which exist now.
for (const { start } of EXAMPLES) void start();
