import { useReactFlow } from '@xyflow/react'
import { useState } from 'react'
import { useHotkeys } from '../../../lib/hotkeys.ts'
import type { ChangeItem } from './change-items.ts'

export const elementId = (key: string) => `change-${key.replace(/[^\w-]/g, '-')}`

/** The change that is looked at; choosing one brings its cards and its entry into view. */
export function useChosen(items: readonly ChangeItem[]) {
  const [chosen, setChosen] = useState<string>()
  const { fitView } = useReactFlow()

  const choose = (key: string | undefined) => {
    setChosen(key)
    const item = items.find((each) => each.key === key)
    if (!item) return
    document.getElementById(elementId(item.key))?.scrollIntoView({ block: 'nearest' })
    if (item.cards.length > 0) {
      const nodes = item.cards.map((id) => ({ id }))
      void fitView({ nodes, maxZoom: 1, minZoom: 0.4, padding: 0.4 })
    }
  }
  const step = (by: number) => {
    const index = items.findIndex(({ key }) => key === chosen)
    const from = index < 0 ? (by > 0 ? -1 : items.length) : index
    choose(items[(from + by + items.length) % items.length]?.key)
  }

  useHotkeys([
    { keys: 'n', label: 'Next change', group: 'Versions', run: () => step(1) },
    { keys: 'p', label: 'Previous change', group: 'Versions', run: () => step(-1) },
  ])
  return { chosen, choose }
}
