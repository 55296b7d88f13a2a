/** Cross-fertilised less self-fertilised heights of 15 pairs of maize, in eighths of an inch: Darwin 1876, R `boot::darwin`. */
export const darwin = Float64Array.of(49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48)

/** Extra sleep with one drug less with the other, 10 patients: Student 1908, R `sleep`. */
export const sleep = Float64Array.of(-1.2, -2.4, -1.3, -1.3, 0, -1, -1.8, -0.8, -4.6, -1.4)

/** Spatial perception of 26 children, test A: Efron and Tibshirani 1993, table 14.1. */
export const spatial = Float64Array.from([
  48, 36, 20, 29, 42, 42, 20, 42, 22, 41, 45, 14, 6, 0, 33, 28, 34, 4, 32, 24, 47, 41, 24, 26, 30,
  41,
])

/** Test A less test B of the same 26 children. */
export const spatialApart = Float64Array.from([
  6, 3, 4, -10, 4, 6, 5, 9, 2, -2, 11, -8, -1, -15, -1, -1, -7, -9, -6, -1, 20, 0, -4, 12, 2, 1,
])

/** Hours between failures of an air conditioner: Proschan 1963, R `boot::aircondit`. */
export const aircondit = Float64Array.of(3, 5, 7, 18, 43, 85, 91, 98, 100, 130, 230, 487)
