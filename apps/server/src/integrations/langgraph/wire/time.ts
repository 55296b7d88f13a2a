/** Microseconds since the epoch as the clients' ISO text. */
export const toIso = (micros: number): string => new Date(micros / 1_000).toISOString()
