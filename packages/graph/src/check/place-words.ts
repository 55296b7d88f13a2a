import type { GraphDocument, Problem } from '@lathe/contract'
import { END, START } from '@lathe/contract'

/** Where a problem is, in the words of the forms: the node or edge by its title, then the field. */
export function placeWords(document: GraphDocument, place: Problem['place']): string[] {
  const { node, edge: index, channel, field } = place
  const edge = index === undefined ? undefined : document.edges[index]
  const words = [
    node === undefined ? undefined : titleAt(document, node),
    edge && `${titleAt(document, edge.from)} → ${titleAt(document, edge.to)}`,
    channel === undefined ? undefined : `channel ${channel}`,
    field === undefined ? undefined : fieldWords(field),
  ]
  return words.flatMap((part) => part || [])
}

function titleAt({ nodes }: GraphDocument, id: string): string {
  if (id === START || id === END) return id
  return (Object.hasOwn(nodes, id) && nodes[id]?.title) || id
}

type Rule = [pattern: RegExp, words: string | ((match: string[]) => string)]

const nth = (index: string | undefined) => String(Number(index) + 1)

/** The longest that fits comes first. */
const RULES: readonly Rule[] = [
  [/^(?:decide\.)?prompt\.messages\.(\d+)/, ([, index]) => `prompt, message ${nth(index)}`],
  [/^(?:decide\.)?prompt/, 'prompt'],
  [/^decide\.rules\.(\d+)/, ([, index]) => `rule ${nth(index)}`],
  [/^decide\.choices\.(\d+)/, ([, index]) => `choice ${nth(index)}`],
  [/^decisions\.(\d+)/, ([, index]) => `decision ${nth(index)}`],
  [/^(?:decide\.)?model\.name/, 'model'],
  [/^(?:decide\.)?model\.connection/, 'connection'],
  [/^(?:decide\.)?model/, 'model'],
  [/^answer\.writes\.(\w+)/, ([, name]) => `answer to ${name}`],
  [/^answer/, 'answer in fields'],
  [/^writes\.(\D\w*)/, ([, name]) => `answer to ${name}`],
  [/^writes/, 'channels it writes'],
  [/^values\.(\w+)/, ([, name]) => `value of ${name}`],
  [/^args\.([^.]+)/, ([, name]) => `argument ${name}`],
  [/^input\.\d+$/, 'what goes in'],
  [/^output\.\d+$/, 'what comes out'],
  [/^input\.(\w+)/, ([, name]) => `input ${name}`],
  [/^output\.(?:text|message)$/, 'where the answer goes'],
  [/^output\.(\w+)/, ([, name]) => `output to ${name}`],
  [/^output/, 'where the result goes'],
  [/^each\.of/, 'list of the fan-out'],
  [/^each\.as/, 'name of an element'],
  [/^each\.max/, 'most copies'],
  [/^each/, 'fan-out'],
  [/^cache/, 'remembered results'],
  [/^retry/, 'tries'],
  [/^properties\.([^.]+)/, ([, name]) => `field ${name}`],
  [/^items/, 'elements of the list'],
  [/^reducer/, 'reducer'],
]

const PLAIN: Readonly<Record<string, string>> = {
  approvals: 'ask a human before',
  code: 'function body',
  else: 'way for everything else',
  from: 'where it leaves',
  max: 'how often it is taken',
  timeoutMs: 'time limit',
  to: 'where it leads',
  toolChoice: 'choice of tools',
  untracked: 'checkpointing',
  when: 'port it leaves by',
}

/** `prompt.messages.0.text` → `prompt, message 1`. */
function fieldWords(field: string): string {
  for (const [pattern, words] of RULES) {
    const match = pattern.exec(field)
    if (match) return typeof words === 'string' ? words : words(match)
  }
  const [head = field] = field.split('.')
  return PLAIN[head] ?? head
}
