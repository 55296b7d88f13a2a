import type { Json, JsonObject } from '@lathe/contract'
import { reducerOf } from '@lathe/graph'
import { WordDiff } from '../../../../ui/word-diff.tsx'
import { useBench } from '../../workbench-context.ts'
import { ChannelValue } from './channel-value.tsx'
import styles from './data.module.css'

type WritesDiffProps = {
  before: JsonObject
  /** Before reducers. */
  writes: JsonObject
}

/** Longer than this a diff by words says less than the value itself. */
const LONGEST = 20_000

/** What a node wrote, channel by channel, against what the channel held. */
export function WritesDiff({ before, writes }: WritesDiffProps) {
  const state = useBench(({ document }) => document.state)
  const names = Object.keys(writes)
  if (names.length === 0) return <p className={styles.note}>It wrote nothing.</p>
  return names.map((name) => {
    const channel = state[name]
    const reducer = channel ? reducerOf(channel) : 'replace'
    const word = typeof reducer === 'string' ? reducer : 'code'
    const had = before[name]
    if (word !== 'replace' || had === undefined || had === null) {
      return <ChannelValue key={name} name={name} value={writes[name]} note={noteOf(word, had)} />
    }
    return <Replaced key={name} name={name} before={had} after={writes[name] ?? null} />
  })
}

function Replaced({ name, before, after }: { name: string; before: Json; after: Json }) {
  const [was, is] = [print(before), print(after)]
  if (was === is) return <ChannelValue name={name} value={after} note="replace · as it was" />
  if (was.length + is.length > LONGEST) {
    return <ChannelValue name={name} value={after} note="replace" />
  }
  return (
    <div className={styles.channel}>
      <p className={styles.name}>
        <code>{name}</code>
        <span>replace</span>
      </p>
      <p className={styles.text}>
        <WordDiff before={was} after={is} isCode={typeof after !== 'string'} />
      </p>
    </div>
  )
}

function noteOf(reducer: string, had: Json | undefined): string {
  if (had === undefined || had === null) return `${reducer} · held nothing`
  return Array.isArray(had)
    ? `${reducer} · to ${had.length} there`
    : `${reducer} · to what is there`
}

const print = (value: Json): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2)
