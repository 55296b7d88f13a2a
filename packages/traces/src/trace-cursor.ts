type TraceStart = { id: string; startedAt: number }

const WRITTEN = /^(?:(\d{1,16})_)?([^_]+)$/

/** Where a trace stands in a list, for pages before and after it: also where it is gone since. */
export const writeTraceCursor = ({ id, startedAt }: TraceStart): string => `${startedAt}_${id}`

/** `startedAt` is undefined where only the trace was named. */
export function readTraceCursor(written: string): { id: string; startedAt: number | undefined } {
  const [, time, id = ''] = WRITTEN.exec(written) ?? []
  return { id, startedAt: time === undefined ? undefined : Number(time) }
}
