import type { Facets } from '@lathe/contract'
import {
  FEEDBACK,
  feedbackKey,
  filterKeys,
  formatTerm,
  keyAliases,
  METADATA,
  metadataKey,
} from '@lathe/traces'

/** Completions for a trace filter, with the frequency of each value. */
export function filterCompletions(facets: Facets | undefined) {
  const notes: Record<string, string> = {}
  for (const [key, { hint }] of Object.entries(filterKeys)) notes[`${key}:`] = hint
  for (const [alias, key] of Object.entries(keyAliases)) notes[`${alias}:`] = filterKeys[key].hint
  for (const [operator, meaning] of Object.entries(OPERATORS)) notes[operator] = meaning
  notes[FEEDBACK] = 'score or value of feedback'
  notes[`${FEEDBACK}thumbs:`] = 'thumbs up or down'
  notes[`${FEEDBACK}thumbs:1`] = 'up'
  notes[`${FEEDBACK}thumbs:0`] = 'down'
  for (const { key, count } of facets?.feedback ?? [])
    notes[`${feedbackKey(key)}:`] ??= count.toLocaleString('en')
  notes[METADATA] = 'metadata from the sender'
  for (const { key, count } of facets?.metadata ?? [])
    notes[`${metadataKey(key)}:`] = count.toLocaleString('en')
  const metadataFacets =
    facets?.metadata.map(({ key, values }) => ({ key: metadataKey(key), values })) ?? []
  const aliased = Object.entries(keyAliases).flatMap(([alias, key]) =>
    (facets?.facets ?? [])
      .filter((facet) => facet.key === key)
      .map((facet) => ({ ...facet, key: alias })),
  )
  for (const { key, values } of [...(facets?.facets ?? []), ...aliased, ...metadataFacets])
    for (const { value, label, count } of values)
      notes[formatTerm(key, value)] = [label, count.toLocaleString('en')]
        .filter((note) => note !== undefined)
        .join(' · ')
  for (const [key, definition] of Object.entries(filterKeys))
    if (definition.type === 'number' && definition.unit !== 'count')
      for (const example of definition.unit === 'money'
        ? ['>0.01', '>0.1']
        : ['>1s', '>5s', '>30s'])
        notes[`${key}:${example}`] ??= ''
  for (const example of ['>=-1h', '>=-24h', '>=-7d', `>=${today()}`])
    notes[`started:${example}`] = ''
  return { completions: Object.keys(notes), notes }
}

const OPERATORS = {
  AND: 'both conditions hold; a space means the same',
  OR: 'either condition holds',
  NOT: 'the condition after it does not hold',
}

const today = () => new Date().toISOString().slice(0, 10)
