/** Refetch interval of visible lists, which other tabs and programs also change. */
export const LIST_REFRESH_MS = 10_000
