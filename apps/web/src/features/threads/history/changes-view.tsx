import type { Json, JsonObject } from '@lathe/contract'
import { useMemo } from 'react'
import { plural } from '../../../lib/format/format.ts'
import { WordDiff } from '../../../ui/text/word-diff.tsx'
import styles from './history.module.css'
import { ChannelValue } from './state-view.tsx'
import { isSameJson } from '@lathe/graph'

/** Above this length a word diff is harder to read than the value itself. */
const MAX_DIFF_LENGTH = 20_000

type ChangesViewProps = { before: JsonObject; after: JsonObject }

/** Values that differ between a checkpoint and its parent. */
export function ChangesView({ before, after }: ChangesViewProps) {
  const changes = useMemo(() => stateChanges(before, after), [before, after])
  if (changes.length === 0) return <p className={styles.none}>The state did not change.</p>
  return changes.map((change) => (
    <div key={change.name} className={styles.channel}>
      <p className={styles.name}>
        <code>{change.name}</code>
        <span>{changeLabel(change)}</span>
      </p>
      <Change change={change} />
    </div>
  ))
}

function changeLabel(change: StateChange): string {
  if (change.type === 'added') return 'was empty before'
  if (change.type === 'removed') return 'is now empty'
  if (change.type === 'changed') return 'changed'
  return `${plural(change.items.length, 'item')} added to ${change.previousLength}`
}

function Change({ change }: { change: StateChange }) {
  const { name, type } = change
  if (type === 'added') return <ChannelValue name={name} value={change.after} />
  if (type === 'removed') return <ChannelValue name={name} value={change.before} />
  if (type === 'appended') return <ChannelValue name={name} value={change.items} />
  const [beforeText, afterText] = [print(change.before), print(change.after)]
  if (beforeText.length + afterText.length > MAX_DIFF_LENGTH)
    return <ChannelValue name={name} value={change.after} />
  return (
    <p className={styles.text}>
      <WordDiff before={beforeText} after={afterText} isCode={typeof change.after !== 'string'} />
    </p>
  )
}

const print = (value: Json): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2)

type StateChange = { name: string } & (
  | { type: 'added'; after: Json }
  | { type: 'removed'; before: Json }
  /** The items that were appended to a list. */
  | { type: 'appended'; items: Json[]; previousLength: number }
  | { type: 'changed'; before: Json; after: Json }
)

/** Channels with a changed value, in state order. */
export function stateChanges(before: JsonObject, after: JsonObject): StateChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((name): StateChange[] => {
    const [oldValue, newValue] = [before[name], after[name]]
    if (isSameJson(oldValue, newValue)) return []
    if (newValue === undefined)
      return oldValue === undefined ? [] : [{ name, type: 'removed', before: oldValue }]
    if (oldValue === undefined || oldValue === null)
      return [{ name, type: 'added', after: newValue }]
    if (Array.isArray(oldValue) && Array.isArray(newValue) && startsWith(newValue, oldValue)) {
      return [
        {
          name,
          type: 'appended',
          items: newValue.slice(oldValue.length),
          previousLength: oldValue.length,
        },
      ]
    }
    return [{ name, type: 'changed', before: oldValue, after: newValue }]
  })
}

const startsWith = (list: Json[], start: Json[]) =>
  start.every((item, index) => isSameJson(item, list[index]))
