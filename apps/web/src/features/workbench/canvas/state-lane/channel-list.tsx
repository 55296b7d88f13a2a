import { type KeyboardEvent, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { useChannelUses } from '../../state/use-channel-uses.ts'
import { useRemoveChannel } from '../../state/use-remove-channel.ts'
import { useBench } from '../../workbench-context.ts'
import { useCanvasUi } from '../canvas-ui.ts'
import { ChannelCell } from './channel-cell.tsx'
import { usedBy } from './lit-nodes.ts'
import styles from './state-lane.module.css'

/** Arrow keys walk over the channels, Enter opens one, Delete deletes it. */
export function ChannelList() {
  const names = useBench(useShallow(({ document }) => Object.keys(document.state)))
  const selected = useBench((state) => state.selection.nodes)
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
        step(current, names.length - 1, columnsOf(event.currentTarget)),
      )
    else return
    event.preventDefault()
  }

  if (names.length === 0) {
    return (
      <p className={styles.none}>
        No channels yet: what a node writes for another to read goes through one.
      </p>
    )
  }
  return (
    <ul className={styles.channels} onKeyDown={handleKeyDown}>
      {names.map((name, index) => (
        // A channel is renamed in place, so its place is the cell's identity.
        <li key={`channel ${index}`}>
          <ChannelCell
            index={index}
            name={name}
            uses={uses[name]}
            lit={usedBy(uses[name], selected)}
            isActive={index === current}
            onActivate={setActive}
          />
        </li>
      ))}
    </ul>
  )
}

type Step = (at: number, last: number, columns: number) => number

const STEPS: Record<string, Step> = {
  ArrowRight: (at, last) => Math.min(at + 1, last),
  ArrowLeft: (at) => Math.max(at - 1, 0),
  ArrowDown: (at, last, columns) => Math.min(at + columns, last),
  ArrowUp: (at, _last, columns) => Math.max(at - columns, 0),
  Home: () => 0,
  End: (_at, last) => last,
}

/** How many cells stand side by side. */
function columnsOf({ children }: Element): number {
  const tops = [...children].map((cell) => cell.getBoundingClientRect().top)
  const below = tops.findIndex((top) => top > (tops[0] ?? 0))
  return below > 0 ? below : 1
}

/** Keys in a channel's form, which stands in a portal, come here as well. */
const isCell = (target: EventTarget) =>
  target instanceof Element && target.hasAttribute('data-channel')

const focusCell = (list: Element, index: number) =>
  list.querySelector<HTMLElement>(`[data-channel="${index}"]`)?.focus()
