import type { Brief } from '../answer/brief.ts'
import type { ToolResult } from '../tools/results.ts'
import { spoken } from './voice.ts'

const STAMP = /\b(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?/

/** Reads a clock's answer out, in the reader's language; as it stands when it holds no time stamp. */
export function tellTime(brief: Brief, result: ToolResult, raw: string, zone: unknown): string {
  const [, day, time, offset] = STAMP.exec(raw) ?? []
  if (day === undefined || time === undefined)
    return spoken(brief, 'timeIs', { time: plainTime(result, raw) })
  const zoneName = typeof zone === 'string' ? zone : undefined
  // A stamp with an offset is already the wall clock's time there; only UTC has to be moved.
  const shownIn = offset === 'Z' && zoneName !== undefined && isZone(zoneName) ? zoneName : 'UTC'
  const format = new Intl.DateTimeFormat(
    brief.style.language === 'en' ? 'en-GB' : brief.style.language,
    {
      dateStyle: 'full',
      timeStyle: 'short',
      timeZone: shownIn,
    },
  )
  const shown = format.format(new Date(`${day}T${time}:00Z`))
  return spoken(brief, 'timeIs', {
    time: zoneName === undefined ? shown : `${shown} (${zoneName})`,
  })
}

function plainTime(result: ToolResult, raw: string): string {
  if (result.kind === 'value')
    return result.text
      .replace(/^(?:it is|the (?:current )?(?:date and )?time is)\s+/i, '')
      .replace(/\.$/, '')
  return result.kind === 'record' ? result.entries.map(([, value]) => value).join(', ') : raw
}

function isZone(name: string): boolean {
  return name === 'UTC' || Intl.supportedValuesOf('timeZone').includes(name)
}
