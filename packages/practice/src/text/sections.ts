import { parseJson } from '../wire/json.ts'
import { words } from './words.ts'

/** A part of a prompt under a name: `Notes: …`, `## Notes`, `<notes>…</notes>`. */
export type Section = {
  /** Lower-cased. */
  label: string
  text: string
  /** The label as written. */
  title: string
}

export type Sectioned = {
  /** What stands outside every section: usually the instruction. */
  lead: string
  sections: readonly Section[]
}

const LABEL_LINE =
  /^\s*(?:#{1,6}\s+)?(?:\*\*)?(\p{L}[\p{L}\p{N} '’/_-]{0,48}?)(?:\*\*)?\s*:(?:\*\*)?(?:\s+(.*))?$/u
const HEADING = /^\s*#{1,6}\s+(\S.{0,60})$/
const TAG = /<([a-zA-Z][\w-]{1,30})>([\s\S]*?)<\/\1>/g
const LONGEST_LABEL = 9

export function splitSections(text: string): Sectioned {
  const tagged: Section[] = []
  const rest = text.replaceAll(TAG, (_whole, label: string, body: string) => {
    tagged.push({ label: label.toLowerCase(), title: label, text: body.trim() })
    return '\n'
  })

  const lead: string[] = []
  const written: { title: string; lines: string[] }[] = []
  for (const line of rest.split('\n')) {
    const opening = openingOf(line)
    if (opening) written.push(opening)
    else (written.at(-1)?.lines ?? lead).push(line)
  }
  const labelled = written.map(({ title, lines }) => ({
    label: title.toLowerCase(),
    title,
    text: lines.join('\n').trim(),
  }))
  return { lead: lead.join('\n').trim(), sections: [...labelled, ...tagged] }
}

function openingOf(line: string): { title: string; lines: string[] } | undefined {
  const [, label, first] = LABEL_LINE.exec(line) ?? HEADING.exec(line) ?? []
  if (label === undefined || words(label).length > LONGEST_LABEL) return undefined
  return { title: label.trim(), lines: first === undefined ? [] : [first] }
}

/** The sections whose label names one of the things asked for, and that hold something. */
export function sectionsNamed(sections: readonly Section[], name: RegExp): Section[] {
  return sections.filter(({ label, text }) => name.test(label) && !isBlank(text))
}

const BLANK = /^(?:none|n\/a|null|undefined|nothing|-|\[\]|\{\}|""|no \w+(?: yet)?\.?)$/i

export function isBlank(text: string): boolean {
  return text.trim() === '' || BLANK.test(text.trim())
}

/** A section may hold a JSON list, as a template writes one. */
export function listed(text: string): string[] {
  const value = parseJson(text)
  if (!Array.isArray(value)) return [text]
  return value.map((item) => (typeof item === 'string' ? item : JSON.stringify(item)))
}
