//! Pixels as PNG (W3C, Portable Network Graphics, third edition): three bytes each, no row filtered.

use miniz_oxide::deflate::compress_to_vec_zlib;

/// Rows of `width` pixels of three bytes as a PNG.
pub fn png(pixels: &[u8], width: usize) -> Vec<u8> {
    let rows = pixels.chunks(3 * width);
    let size = [width, rows.len()].map(|length| (length as u32).to_be_bytes()).concat();
    // §11.2.1: 8 bits a sample, true colour, the only compression and filter method, not interlaced.
    let header = [size.as_slice(), &[8, 2, 0, 0, 0]].concat();
    let data: Vec<u8> = rows.flat_map(|row| [&[0], row].concat()).collect();
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    for (kind, content) in
        [(b"IHDR", header), (b"IDAT", compress_to_vec_zlib(&data, 6)), (b"IEND", Vec::new())]
    {
        let named = [kind.as_slice(), &content].concat();
        file.extend((content.len() as u32).to_be_bytes());
        file.extend(&named);
        file.extend(crc32fast::hash(&named).to_be_bytes());
    }
    file
}
