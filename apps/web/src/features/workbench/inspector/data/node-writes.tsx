import type { Json, JsonObject, SpanDetail } from '@lathe/contract'
import { reducerOf } from '@lathe/graph'
import { WordDiff } from '../../../../ui/word-diff.tsx'
import { useWorkbenchState } from '../../workbench-context.ts'
import styles from './data.module.css'
import { conversationOf } from '../../../../lib/conversation-of.ts'
import { JsonView } from '../../../../ui/json-view.tsx'
import { MessageList } from '../../../../ui/message-list.tsx'

type WritesDiffProps = {
  before: JsonObject
  /** Before reducers. */
  writes: JsonObject
}

/** Longer than this a diff by words says less than the value itself. */
const LONGEST = 20_000

/** What a node wrote, channel by channel, against what the channel held. */
export function WritesDiff({ before, writes }: WritesDiffProps) {
  const state = useWorkbenchState(({ document }) => document.state)
  const names = Object.keys(writes)
  if (names.length === 0) return <p className={styles.note}>It wrote nothing.</p>
  return names.map((name) => {
    const channel = state[name]
    const reducer = channel ? reducerOf(channel) : 'replace'
    const word = typeof reducer === 'string' ? reducer : 'code'
    const had = before[name]
    if (word !== 'replace' || had === undefined || had === null) {
      return (
        <ChannelValue key={name} name={name} value={writes[name]} note={reducerNote(word, had)} />
      )
    }
    return <Replaced key={name} name={name} before={had} after={writes[name] ?? null} />
  })
}

function Replaced({ name, before, after }: { name: string; before: Json; after: Json }) {
  const [beforeText, afterText] = [print(before), print(after)]
  if (beforeText === afterText)
    return <ChannelValue name={name} value={after} note="replace · as it was" />
  if (beforeText.length + afterText.length > LONGEST) {
    return <ChannelValue name={name} value={after} note="replace" />
  }
  return (
    <div className={styles.channel}>
      <p className={styles.name}>
        <code>{name}</code>
        <span>replace</span>
      </p>
      <p className={styles.text}>
        <WordDiff before={beforeText} after={afterText} isCode={typeof after !== 'string'} />
      </p>
    </div>
  )
}

function reducerNote(reducer: string, had: Json | undefined): string {
  if (had === undefined || had === null) return `${reducer} · held nothing`
  return Array.isArray(had)
    ? `${reducer} · to ${had.length} there`
    : `${reducer} · to what is there`
}

const print = (value: Json): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2)

type ChannelValueProps = {
  name: string
  value: Json | undefined
  /** Beside the name: the reducer, what became of it. */
  note?: string
}

/** A channel and what it holds: a text as it reads, a conversation by who said what, the rest as JSON. */
export function ChannelValue({ name, value, note }: ChannelValueProps) {
  return (
    <div className={styles.channel}>
      <p className={styles.name}>
        <code>{name}</code>
        {note !== undefined && <span>{note}</span>}
      </p>
      <Value name={name} value={value} />
    </div>
  )
}

function Value({ name, value }: { name: string; value: Json | undefined }) {
  const isConversation = useWorkbenchState(
    ({ document }) => document.state[name]?.type === 'messages',
  )
  const messages = isConversation ? conversationOf(value) : null
  if (messages) return <MessageList messages={messages} />
  if (value === undefined || value === null) return <p className={styles.note}>nothing</p>
  if (typeof value === 'string') return <p className={styles.text}>{value}</p>
  if (typeof value !== 'object') return <code className={styles.text}>{String(value)}</code>
  return <JsonView label={name} value={value} />
}

export function TakenEdge({ port }: { port: string }) {
  return (
    <p className={styles.note}>
      Left by <code>{port}</code>.
    </p>
  )
}

/** The port a node left by; null where it has one way on, and in recordings that do not tell. */
export function takenPort({ events }: Pick<SpanDetail, 'events'>): string | null {
  const port = events.findLast(({ name }) => name === 'way')?.attributes['port']
  return typeof port === 'string' ? port : null
}
