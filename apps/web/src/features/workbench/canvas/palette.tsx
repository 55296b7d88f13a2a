import { Combobox, useCombobox } from '@mantine/core'
import { IconNote } from '@tabler/icons-react'
import { type CSSProperties, useState } from 'react'
import { NodeKindIcon } from '../../../ui/status/node-kind-icon.tsx'
import { useDocument } from '../workbench-context.ts'
import { type PaletteRequest, useCanvasUi, useCanvasUiStore } from './canvas-ui.ts'
import styles from './palette.module.css'
import { useAddNode, useAddNote } from './use-add-node.ts'
import type { GraphDocument } from '@lathe/contract'
import { type KindDefinition, NODE_KINDS } from '@lathe/nodes'
import { portsAt } from '@lathe/graph'

const WIDTH = 320
const HEIGHT = 420

/** Offers the node kinds at the requested position. */
export function Palette({ size }: { size: { width: number; height: number } }) {
  const request = useCanvasUi((ui) => ui.palette)
  if (!request) return null
  const [x, y] = request.screenPosition
  const style = {
    left: Math.max(8, Math.min(x, size.width - WIDTH - 8)),
    top: Math.max(8, Math.min(y, size.height - HEIGHT - 8)),
  }
  return <KindPicker key={`${x},${y}`} request={request} style={style} />
}

function KindPicker({ request, style }: { request: PaletteRequest; style: CSSProperties }) {
  const ui = useCanvasUiStore()
  const addNode = useAddNode()
  const addNote = useAddNote()
  const [query, setQuery] = useState('')
  const combobox = useCombobox({ opened: true })
  const document = useDocument()
  const kinds = matchingKinds(query, document, request)
  const canAddNote = isUnconnected(request) && isNote(query)
  const close = () => ui.setState({ palette: undefined })

  return (
    <div
      className={`${styles.root} nowheel nodrag nopan`}
      style={style}
      role="dialog"
      aria-label="Add a node"
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Escape') close()
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) close()
      }}
    >
      <Combobox
        store={combobox}
        onOptionSubmit={(kind) => {
          const info = kinds.find((item) => item.kind === kind)
          close()
          if (info) addNode(info, request)
          else if (kind === NOTE) addNote(request)
        }}
      >
        <Combobox.Search
          ref={focusOnce}
          classNames={{ input: styles.search ?? '' }}
          aria-label="Search node kinds"
          placeholder="Add a node"
          value={query}
          onFocus={() => combobox.selectFirstOption()}
          onChange={({ currentTarget }) => {
            setQuery(currentTarget.value)
            combobox.updateSelectedOptionIndex()
            requestAnimationFrame(() => combobox.selectFirstOption())
          }}
        />
        <Combobox.Options className={styles.options ?? ''} aria-label="Node kinds" tabIndex={0}>
          {kinds.length === 0 && !canAddNote && (
            <Combobox.Empty>No matching node kind</Combobox.Empty>
          )}
          {kinds.map((info) => (
            <Combobox.Option key={info.kind} value={info.kind}>
              <span className={styles.option}>
                <NodeKindIcon kind={info.kind} />
                <span>
                  <span className={styles.title}>{info.title}</span>
                  <span className={styles.line}>{info.description}</span>
                </span>
              </span>
            </Combobox.Option>
          ))}
          {canAddNote && (
            <Combobox.Option value={NOTE}>
              <span className={styles.option}>
                <IconNote size={16} stroke={1.75} aria-hidden />
                <span>
                  <span className={styles.title}>Note</span>
                  <span className={styles.line}>A comment on the canvas</span>
                </span>
              </span>
            </Combobox.Option>
          )}
        </Combobox.Options>
      </Combobox>
    </div>
  )
}

const NOTE = 'note'

const isUnconnected = ({ from, to, edgeIndex }: PaletteRequest) =>
  from === undefined && to === undefined && edgeIndex === undefined

const isNote = (query: string) => 'note remark'.includes(query.trim().toLowerCase())

const focusOnce = (input: HTMLInputElement | null) => input?.focus()

/** Lists the kinds that can be added. Matching names rank above matching descriptions. */
export function matchingKinds(
  query: string,
  document?: GraphDocument,
  request: Pick<PaletteRequest, 'from'> = {},
): KindDefinition[] {
  const text = query.trim().toLowerCase()
  return NODE_KINDS.filter(({ kind }) => document === undefined || fits(kind, document, request))
    .map((info) => ({ info, rank: rankKind(info, text) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ info }) => info)
}

const NO_MATCH = 5

function rankKind(
  { kind, title, description, keywords = '' }: KindDefinition,
  text: string,
): number {
  const names = [kind, title.toLowerCase()]
  if (names.some((name) => name.startsWith(text))) return 0
  if (names.some((name) => name.includes(text))) return 1
  if (keywords.split(' ').some((word) => word.startsWith(text))) return 2
  if (description.toLowerCase().includes(text)) return 3
  return names.some((name) => isSubsequence(text, name)) ? 4 : NO_MATCH
}

/** True if the letters occur in order: `agt` matches `agent`. */
function isSubsequence(text: string, name: string): boolean {
  let position = 0
  for (const letter of text) {
    position = name.indexOf(letter, position) + 1
    if (position === 0) return false
  }
  return text.length > 1
}

/** A tool node needs a conversation with tool calls, so it cannot follow an error port. */
function fits(
  kind: KindDefinition['kind'],
  document: GraphDocument,
  { from }: Pick<PaletteRequest, 'from'>,
): boolean {
  if (kind !== 'tools' || !from) return true
  const role = portsAt(document, from.node).find(({ name }) => name === from.port)?.role
  const hasMessages = Object.values(document.state).some(({ type }) => type === 'messages')
  return hasMessages && role !== 'error'
}
