import { distinct } from '../text/rank.ts'

const WORD = String.raw`\p{Lu}[\p{L}'’-]+`
const NAME = String.raw`(?:${WORD}|\p{Lu}\.)(?: (?:van|von|de|da|del|la|bin))?(?: (?:${WORD}|\p{Lu}\.)){0,2}`

const SAID = [
  String.raw`(?:[Mm]y name is|[Tt]his is|I am called|[Cc]all me) (${NAME})`,
  String.raw`(?:Mr|Mrs|Ms|Miss|Dr|Prof)\.? (${NAME})`,
  String.raw`(?:^|\n)[ \t]*(?:[Nn]ame|[Cc]ustomer(?: [Nn]ame)?|[Cc]ontact(?: [Pp]erson)?|[Ff]rom|[Tt]o|[Bb]ill(?:ed)? [Tt]o|[Ss]hip [Tt]o|[Aa]ttn|[Ss]igned(?: by)?|[Aa]uthor|[Bb]uyer|[Ss]eller)\s*:\s*(${NAME})`,
  String.raw`(?:[Rr]egards|[Bb]est|[Tt]hanks(?: again)?|[Tt]hank you|[Ss]incerely|[Cc]heers|[Yy]ours),?\s*\n\s*(${NAME})`,
  String.raw`(?:^|\n)(?:Dear|Hi|Hello|Hey) (${NAME})`,
].map((source) => new RegExp(source, 'gu'))

const PAIR = new RegExp(String.raw`(?<![\p{L}.])${WORD}(?: \p{Lu}\.)? ${WORD}(?![\p{L}])`, 'gu')
const COMPANY =
  /(?:\p{Lu}[\p{L}\d&'’.-]* +){1,4}(?:Inc|Ltd|LLC|GmbH|Corp|Corporation|AG|PLC|Limited|Company|Co|BV|SARL|SpA|Pty|Group|Bank|University)\b\.?/gu

const NO_NAMES = new Set(
  'the a an this that these those i we you he she it they my your our their please dear hello hi hey thanks thank best kind regards sincerely order invoice total subtotal tax date due customer ticket support team street road avenue lane january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday north south east west united new san los blue red green black white what when where who why how is are was can could subject item items line payment number ship bill from to'.split(
    ' ',
  ),
)

/** People named in a text, those it introduces first. */
export function personNames(text: string): string[] {
  const said = SAID.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1] ?? ''))
  const companies = companyNames(text).join(' ')
  const pairs = (text.match(PAIR) ?? []).filter((pair) => !companies.includes(pair))
  return distinct(
    [...said, ...pairs]
      .map((name) => name.trim())
      .filter((name) => isName(name) && !companies.includes(name)),
  )
}

function isName(name: string): boolean {
  const parts = name.toLowerCase().split(/\s+/)
  return name.length > 1 && parts.every((part) => !NO_NAMES.has(part))
}

export function companyNames(text: string): string[] {
  return distinct((text.match(COMPANY) ?? []).map((name) => name.trim()))
}
