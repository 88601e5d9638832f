//! How much of a product of cases a run of the tests takes.

/// True in `npm run test:matrix`, which runs every case.
pub fn is_whole() -> bool {
    std::env::var("ACKSCOPE_MATRIX").is_ok_and(|word| word == "1")
}

/// Every fifth case of a row of a product, other ones in the next row; in the matrix all cases.
pub fn share<T>(row: usize, cases: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
    let whole = is_whole();
    cases.into_iter().enumerate().filter(move |(at, _)| whole || (at + row) % 5 == 0).map(|(_, case)| case)
}
