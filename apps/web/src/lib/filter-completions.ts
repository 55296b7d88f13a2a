import type { Facets } from '@lathe/contract'
import { FEEDBACK, feedbackKey, filterKeys, formatTerm, METADATA, metadataKey } from '@lathe/traces'

/** What a filter of traces may say next, and what of it occurs how often. */
export function filterCompletions(facets: Facets | undefined) {
  const notes: Record<string, string> = {}
  for (const [key, { says }] of Object.entries(filterKeys)) notes[`${key}:`] = says
  notes[FEEDBACK] = 'score or value of feedback'
  notes[`${FEEDBACK}thumbs:`] = 'what people said by thumb'
  notes[`${FEEDBACK}thumbs:1`] = 'up'
  notes[`${FEEDBACK}thumbs:0`] = 'down'
  for (const { key, count } of facets?.feedback ?? [])
    notes[`${feedbackKey(key)}:`] ??= count.toLocaleString('en')
  notes[METADATA] = 'what its sender told of it'
  for (const { key, count } of facets?.metadata ?? [])
    notes[`${metadataKey(key)}:`] = count.toLocaleString('en')
  const told = facets?.metadata.map(({ key, values }) => ({ key: metadataKey(key), values })) ?? []
  for (const { key, values } of [...(facets?.facets ?? []), ...told])
    for (const { value, label, count } of values)
      notes[formatTerm(key, value)] = [label, count.toLocaleString('en')]
        .filter((note) => note !== undefined)
        .join(' · ')
  for (const [key, known] of Object.entries(filterKeys))
    if (known.type === 'number' && known.unit !== 'count')
      for (const example of known.unit === 'money' ? ['>0.01', '>0.1'] : ['>1s', '>5s', '>30s'])
        notes[`${key}:${example}`] ??= ''
  return { completions: Object.keys(notes), notes }
}
