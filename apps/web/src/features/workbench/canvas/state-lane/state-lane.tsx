import { UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { memo, useRef, type KeyboardEvent, useState } from 'react'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { useShallow } from 'zustand/react/shallow'
import { useStore } from '@xyflow/react'
import { useHotkeys } from '../../../../lib/browser/hotkeys.ts'
import { Keys } from '../../../../ui/layout/keys.tsx'
import { blurOnEscape } from '../../blur-on-escape.ts'
import { AddChannel } from '../../state/add-channel.tsx'
import { useWorkbenchState, useWorkbench } from '../../workbench-context.ts'
import { useCanvasUiStore, useCanvasUi } from '../canvas-ui.ts'
import styles from './state-lane.module.css'
import { useChannelUses } from '../../state/channel-uses.ts'
import { useRemoveChannel } from '../../state/use-remove-channel.ts'
import { ChannelCell } from './channel-cell.tsx'
import { selectionUse, type ChannelUse } from './lit-nodes.ts'

/** The graph's channels below the canvas, with their reducers, writers and readers. */
export const StateLane = memo(function StateLane() {
  const { isOpen, toggle } = useLaneStore()
  const { store, runGraph } = useWorkbench()
  const ui = useCanvasUiStore()
  const root = useRef<HTMLElement>(null)
  const count = useWorkbenchState((state) => Object.keys(state.document.state).length)

  const focusOrFold = () => {
    const hasFocusInside = root.current?.contains(document.activeElement) ?? false
    if (!isOpen || hasFocusInside) toggle()
    if (!hasFocusInside) requestAnimationFrame(() => focusFirst(root.current))
  }

  const startAdding = () => {
    if (!isOpen) toggle()
    requestAnimationFrame(() => focusAdding(root.current))
  }

  useHotkeys([
    { keys: 's', label: 'State channels', group: 'Canvas', run: focusOrFold },
    ...(runGraph
      ? []
      : [{ keys: 'shift+s', label: 'Add channel', group: 'Canvas', run: startAdding }]),
  ])

  return (
    <section
      ref={root}
      className={styles.lane}
      aria-label="State channels"
      onKeyDown={blurOnEscape}
    >
      <div className={styles.bar}>
        <UnstyledButton className={styles.fold} aria-expanded={isOpen} onClick={toggle}>
          {isOpen ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
          <span className={styles.heading}>State</span>
          <span className={styles.count}>{count}</span>
          <Keys keys="s" />
        </UnstyledButton>
        {!isOpen && <ChannelNames />}
        {isOpen && !runGraph && (
          <AddChannel
            onAdded={(name) => {
              const index = Object.keys(store.getState().document.state).indexOf(name)
              ui.setState({ openChannel: index })
            }}
          />
        )}
      </div>
      {isOpen && <ChannelList />}
    </section>
  )
})

function ChannelNames() {
  const names = useWorkbenchState((state) => Object.keys(state.document.state).join(', '))
  return <span className={styles.names}>{names}</span>
}

/** Focuses the field for a new channel if there is none yet. */
const focusFirst = (root: HTMLElement | null) =>
  (
    root?.querySelector<HTMLElement>('[data-channel][tabindex="0"]') ??
    root?.querySelector<HTMLElement>('input')
  )?.focus()

const focusAdding = (root: HTMLElement | null) => root?.querySelector<HTMLElement>('input')?.focus()

type LaneState = { isOpen: boolean; toggle: () => void }

/** Whether the lane is expanded. Stored in the browser. */
export const useLaneStore = create<LaneState>()(
  persist(
    (set) => ({
      isOpen: true,
      toggle: () => set(({ isOpen }) => ({ isOpen: !isOpen })),
    }),
    { name: 'lathe.state-lane', version: 1 },
  ),
)

/** Arrow keys move between channels, Enter opens one, Delete deletes it. */
function ChannelList() {
  const names = useWorkbenchState(useShallow(({ document }) => Object.keys(document.state)))
  const selected = useWorkbenchState((state) => state.selection.nodes)
  const uses = useChannelUses()
  const opened = useCanvasUi((ui) => ui.openChannel)
  const remove = useRemoveChannel()
  const [active, setActive] = useState(0)
  const current = Math.min(opened ?? active, names.length - 1)

  const handleKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const name = names[current]
    const step = STEPS[event.key]
    if (!isCell(event.target) || name === undefined) return
    if (event.key === 'Delete' || event.key === 'Backspace') remove(name)
    else if (step)
      focusCell(
        event.currentTarget,
        step(current, names.length - 1, columnCount(event.currentTarget)),
      )
    else return
    event.preventDefault()
  }

  if (names.length === 0) {
    return <p className={styles.none}>No channels yet. Nodes exchange data through channels.</p>
  }
  return (
    <ul className={styles.channels} onKeyDown={handleKeyDown}>
      {names.map((name, index) => (
        // Renaming keeps the index, so the index is the key.
        <li key={`channel ${index}`}>
          <ChannelCell
            index={index}
            name={name}
            uses={uses[name]}
            use={selectionUse(uses[name], selected)}
            isActive={index === current}
            onActivate={setActive}
          />
        </li>
      ))}
    </ul>
  )
}

type MoveStep = (index: number, last: number, columns: number) => number

const STEPS: Record<string, MoveStep> = {
  ArrowRight: (index, last) => Math.min(index + 1, last),
  ArrowLeft: (index) => Math.max(index - 1, 0),
  ArrowDown: (index, last, columns) => Math.min(index + columns, last),
  ArrowUp: (index, _lastIndex, columns) => Math.max(index - columns, 0),
  Home: () => 0,
  End: (_index, last) => last,
}

/** Number of cells per row. */
function columnCount({ children }: Element): number {
  const tops = [...children].map((cell) => cell.getBoundingClientRect().top)
  const below = tops.findIndex((top) => top > (tops[0] ?? 0))
  return below > 0 ? below : 1
}

/** Key events of a channel's form bubble here from its portal. */
const isCell = (target: EventTarget) =>
  target instanceof Element && target.hasAttribute('data-channel')

const focusCell = (list: Element, index: number) =>
  list.querySelector<HTMLElement>(`[data-channel="${index}"]`)?.focus()

/** Lines from the highlighted channel to the nodes that use it. */
export function ChannelLines() {
  const highlight = useCanvasUi((ui) => ui.highlight)
  if (!highlight) return null
  return (
    <svg className={styles.lines} aria-hidden>
      {Object.entries(highlight.nodes).map(([id, use]) => (
        <UseLine key={id} id={id} use={use} x={highlight.x} />
      ))}
    </svg>
  )
}

function UseLine({ id, use, x }: { id: string; use: ChannelUse; x: number }) {
  const path = useStore(({ nodeLookup, transform: [left, top, zoom], height }) => {
    const node = nodeLookup.get(id)
    if (!node) return undefined
    const index = node.internals.positionAbsolute
    const nodeX = (index.x + (node.measured.width ?? 0) / 2) * zoom + left
    const nodeY = (index.y + (node.measured.height ?? 0)) * zoom + top
    const curveOffset = Math.max(24, (height - nodeY) / 2)
    return `M ${nodeX} ${nodeY} C ${nodeX} ${nodeY + curveOffset}, ${x} ${height - curveOffset}, ${x} ${height}`
  })
  return path === undefined ? null : <path d={path} data-use={use} />
}
