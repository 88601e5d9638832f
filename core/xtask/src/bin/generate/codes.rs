//! The numeric codes in the columns of a trace, as constants for the page.

use ackscope_engine::catalogue::ParamDefault;
use ackscope_engine::rate;
use ackscope_engine::sim::Access;
use ackscope_engine::trace::{CHANNEL_SOURCE, Fate, MAX_TERMS, PacketKindCode, PacketLink, RecordOptions};
use ackscope_engine::units::Dimension;
use ackscope_lab::page::ABOUT_AS_LONG;

/// TypeScript constants, each with a comment and a number or an object of named numbers.
pub fn module(note: &str) -> String {
    let mut text = note.to_string();
    let mut put = |help: &str, name: &str, value: String| {
        text.push_str(&format!("\n/** {help} */\nexport const {name} = {value};\n"));
    };
    put("How many terms an event carries.", "TERMS_PER_EVENT", MAX_TERMS.to_string());
    put(
        "How many bins a series of a run has at most; a bin lasts a power of two of nanoseconds.",
        "MAX_BINS",
        RecordOptions::PAGE.bins_per_series.to_string(),
    );
    put("Set in `EventChunk.source` for a channel.", "CHANNEL_BIT", format!("{CHANNEL_SOURCE:#x}"));
    put(
        "Set in `PacketLog.place` for an access link.",
        "ACCESS_BIT",
        format!("{:#x}", PacketLink::ACCESS_BIT),
    );
    put(
        "An access link of a flow, in `PacketLog.place`.",
        "ACCESS_LINK",
        numbers(&[
            ("sourceOut", Access::SourceOut as u32),
            ("receiverIn", Access::ReceiverIn as u32),
            ("receiverOut", Access::ReceiverOut as u32),
            ("sourceIn", Access::SourceIn as u32),
        ]),
    );
    put(
        "What a packet is: `PacketLog.kind`.",
        "PACKET_KIND",
        numbers(&[
            ("data", PacketKindCode::Data as u32),
            ("ack", PacketKindCode::Ack as u32),
            ("retransmission", PacketKindCode::Retransmission as u32),
            ("cbr", PacketKindCode::Cbr as u32),
        ]),
    );
    put(
        "What became of a packet on a link: `PacketLog.fate`.",
        "FATE",
        numbers(&[
            ("delivered", Fate::Delivered as u32),
            ("dropped", Fate::Dropped as u32),
            ("lost", Fate::Lost as u32),
            ("marked", Fate::Marked as u32),
        ]),
    );
    let units = [("time", Dimension::Time), ("rate", Dimension::Rate), ("size", Dimension::Size)];
    let units = units.map(|(name, dimension)| {
        let factors = dimension.factors().map(|(unit, factor)| format!("{unit}: {factor:e}"));
        format!("{name}: {{ {} }}", factors.collect::<Vec<_>>().join(", "))
    });
    put(
        "The units of a scenario's values, the largest first: how many seconds, bit/s or bytes each is.",
        "UNIT_FACTORS",
        format!("{{ {} }} as const", units.join(", ")),
    );
    let means = rate::REGISTRY.iter().filter_map(|model| {
        let mean = model.parameters.iter().find(|parameter| parameter.name == "mean")?;
        let ParamDefault::Number(bps) = mean.default else { return None };
        Some(format!("{}: {bps:e}", model.id))
    });
    put(
        "The mean of each model that draws a rate, where the scenario gives none, in bit/s.",
        "DRAWN_MEAN_BPS",
        format!("{{ {} }} as const", means.collect::<Vec<_>>().join(", ")),
    );
    let paths = ABOUT_AS_LONG.map(|path| format!("'{path}'"));
    put(
        "Paths whose values change the length of a run by little; `*` is any key.",
        "ABOUT_AS_LONG",
        format!("[{}] as const", paths.join(", ")),
    );
    text
}

fn numbers(list: &[(&str, u32)]) -> String {
    let entries: Vec<String> = list.iter().map(|(name, number)| format!("{name}: {number}")).collect();
    format!("{{ {} }} as const", entries.join(", "))
}
