import type { Json, JsonObject, SpanDetail } from '@lathe/contract'
import { channelReducer } from '@lathe/graph'
import { WordDiff } from '../../../../ui/text/word-diff.tsx'
import { useWorkbenchState } from '../../workbench-context.ts'
import styles from './data.module.css'
import { readConversation } from '../../../../lib/values/read-conversation.ts'
import { JsonView } from '../../../../ui/json/json-view.tsx'
import { MessageList } from '../../../../ui/messages/message-list.tsx'

type WritesDiffProps = {
  before: JsonObject
  /** The values before reducers. */
  writes: JsonObject
}

/** Above this length a word diff is harder to read than the value. */
const MAX_DIFF_LENGTH = 20_000

/** Shows what a node wrote to each channel compared with its previous value. */
export function WritesDiff({ before, writes }: WritesDiffProps) {
  const state = useWorkbenchState(({ document }) => document.state)
  const names = Object.keys(writes)
  if (names.length === 0) return <p className={styles.note}>No writes.</p>
  return names.map((name) => {
    const channel = state[name]
    const reducer = channel ? channelReducer(channel) : 'replace'
    const word = typeof reducer === 'string' ? reducer : 'code'
    const previousValue = before[name]
    if (word !== 'replace' || previousValue === undefined || previousValue === null) {
      return (
        <ChannelValue
          key={name}
          name={name}
          value={writes[name]}
          note={reducerNote(word, previousValue)}
        />
      )
    }
    return (
      <ReplacedValue key={name} name={name} before={previousValue} after={writes[name] ?? null} />
    )
  })
}

function ReplacedValue({ name, before, after }: { name: string; before: Json; after: Json }) {
  const [beforeText, afterText] = [print(before), print(after)]
  if (beforeText === afterText)
    return <ChannelValue name={name} value={after} note="replace · unchanged" />
  if (beforeText.length + afterText.length > MAX_DIFF_LENGTH) {
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

function reducerNote(reducer: string, previousValue: Json | undefined): string {
  if (previousValue === undefined || previousValue === null) return `${reducer} · was empty`
  return Array.isArray(previousValue)
    ? `${reducer} · to ${previousValue.length} existing`
    : `${reducer} · to the existing value`
}

const print = (value: Json): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2)

type ChannelValueProps = {
  name: string
  value: Json | undefined
  /** Text beside the name: the reducer and its effect. */
  note?: string
}

/** Shows a channel's value: text, a conversation, or JSON. */
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
  const messages = isConversation ? readConversation(value) : null
  if (messages) return <MessageList messages={messages} />
  if (value === undefined || value === null) return <p className={styles.note}>empty</p>
  if (typeof value === 'string') return <p className={styles.text}>{value}</p>
  if (typeof value !== 'object') return <code className={styles.text}>{String(value)}</code>
  return <JsonView label={name} value={value} />
}

export function FollowedEdge({ port }: { port: string }) {
  return (
    <p className={styles.note}>
      Left by port <code>{port}</code>.
    </p>
  )
}

/** Returns the port a node left by. Null for a single output, and in recordings that lack it. */
export function followedPort({ events }: Pick<SpanDetail, 'events'>): string | null {
  const port = events.findLast(({ name }) => name === 'way')?.attributes['port']
  return typeof port === 'string' ? port : null
}
