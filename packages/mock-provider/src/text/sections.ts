/** A part of a prompt under a name: `Notes: …`, `## Notes`, `<notes>…</notes>`. */
export type Section = {
  /** Lower-cased. */
  label: string
  text: string
}

export type Sectioned = {
  /** What stands outside every section: usually the instruction. */
  lead: string
  sections: readonly Section[]
}

const LABEL_LINE =
  /^[ \t]*(?:#{1,6}[ \t]+)?(?:\*\*)?(\p{L}[\p{L}\p{N} '’/_-]{0,48}?)(?:\*\*)?[ \t]*:(?:\*\*)?(?:[ \t]+(.*))?$/u
const HEADING = /^[ \t]*#{1,6}[ \t]+(\S.{0,60})$/
const TAG = /<([a-zA-Z][\w-]{1,30})>([\s\S]*?)<\/\1>/g

type Open = {
  label: string
  lines: string[]
  /** A label on a line of its own: only a blank line lets the next label end it. */
  isBlock: boolean
}

/** Splits at the labels that `isLabel` knows; other lines with a colon are content. */
export function splitSections(text: string, isLabel: (words: string) => boolean): Sectioned {
  const tagged: Section[] = []
  const rest = text.replaceAll(TAG, (whole, label: string, body: string) => {
    if (!isLabel(label)) return whole
    tagged.push({ label: label.toLowerCase(), text: body.trim() })
    return '\n'
  })

  const lead: string[] = []
  const opened: Open[] = []
  let isAfterBlank = true
  for (const line of rest.split('\n')) {
    const current = opened.at(-1)
    const opening = current?.isBlock && !isAfterBlank ? undefined : openingOf(line, isLabel)
    if (opening) opened.push(opening)
    else (current?.lines ?? lead).push(line)
    isAfterBlank = line.trim() === ''
  }
  const labelled = opened.map(({ label, lines }) => ({ label, text: lines.join('\n').trim() }))
  return { lead: lead.join('\n').trim(), sections: [...labelled, ...tagged] }
}

function openingOf(line: string, isLabel: (words: string) => boolean): Open | undefined {
  const [, words, first] = LABEL_LINE.exec(line) ?? HEADING.exec(line) ?? []
  if (words === undefined || !isLabel(words)) return undefined
  const isBlock = first === undefined || first === ''
  return { label: words.trim().toLowerCase(), lines: isBlock ? [] : [first], isBlock }
}

/** The sections whose label names one of the things asked for, and that hold something. */
export function sectionsNamed(sections: readonly Section[], name: RegExp): Section[] {
  return sections.filter(({ label, text }) => name.test(label) && !isBlank(text))
}

const BLANK = /^(?:none|n\/a|null|undefined|nothing|-|\[\]|\{\}|""|no \w+(?: yet)?\.?)$/i

export function isBlank(text: string): boolean {
  return text.trim() === '' || BLANK.test(text.trim())
}
