/** Converts microseconds since the epoch to ISO text. */
export const toIso = (micros: number): string => new Date(micros / 1_000).toISOString()
