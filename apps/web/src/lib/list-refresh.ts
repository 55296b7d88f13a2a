/** How often a list that is looked at is read again: other tabs and programs add to it too. */
export const LIST_REFRESH_MS = 10_000
