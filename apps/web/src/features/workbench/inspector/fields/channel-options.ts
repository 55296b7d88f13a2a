import { ChannelName, type GraphDocument } from '@lathe/contract'
import { channelNameProblem, setChannel } from '@lathe/graph'

const NEW = 'new:'

export type ChannelOption = { value: string; label: string }

/** The channels, and last the one that would be made from what is being searched for. */
export function channelOptions(names: readonly string[], search: string): ChannelOption[] {
  const known = names.map((name) => ({ value: name, label: name }))
  const typed = search.trim()
  const isFree =
    ChannelName.safeParse(typed).success &&
    channelNameProblem(typed) === null &&
    !names.includes(typed)
  return isFree ? [...known, { value: NEW + typed, label: `New channel “${typed}”` }] : known
}

/** The name an option stands for, and whether its channel has still to be made. */
export const readOption = (value: string) =>
  value.startsWith(NEW)
    ? { name: value.slice(NEW.length), isNew: true }
    : { name: value, isNew: false }

export function withChannel(document: GraphDocument, name: string): GraphDocument {
  const edit = setChannel(document, name, { type: 'string' })
  return edit.ok ? edit.document : document
}
