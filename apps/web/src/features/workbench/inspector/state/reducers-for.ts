import type { ChannelType, NamedReducer } from '@lathe/contract'

const LABELS: Record<NamedReducer, string> = {
  replace: 'replace — the last write wins',
  append: 'append — added to the list',
  merge: 'merge — members are put together',
  messages: 'messages — by id, as a conversation',
  sum: 'sum',
  min: 'min — the smallest',
  max: 'max — the largest',
  union: 'union — added unless it is there',
}

const FITTING: Record<ChannelType, NamedReducer[]> = {
  messages: ['messages', 'append', 'replace'],
  string: ['replace'],
  number: ['replace', 'sum', 'min', 'max'],
  boolean: ['replace'],
  array: ['replace', 'append', 'union'],
  object: ['replace', 'merge'],
}

/** What can join writes of a type; the first is what holds unless one is named. */
export const reducersFor = (type: ChannelType): { value: string; label: string }[] =>
  FITTING[type].map((reducer) => ({ value: reducer, label: LABELS[reducer] }))
