import { IconAlertTriangle } from '@tabler/icons-react'
import { useReactFlow } from '@xyflow/react'
import { useState } from 'react'
import { ChangeMark } from '../../ui/json/change-mark.tsx'
import { FieldChangeView } from '../../ui/json/field-change.tsx'
import { NodeKindIcon } from '../../ui/status/node-kind-icon.tsx'
import type { ChangeItem } from './change-items.ts'
import styles from './change-list.module.css'
import { useHotkeys } from '../../lib/browser/hotkeys.ts'

type ChangeListProps = {
  items: readonly ChangeItem[]
  selectedId: string | undefined
  onChoose: (key: string) => void
}

export function ChangeList({ items, selectedId, onChoose }: ChangeListProps) {
  const sections = Map.groupBy(items, ({ section }) => section)
  return (
    <div className={styles.root} role="region" aria-label="Changes" tabIndex={0}>
      {[...sections].map(([section, changes]) => (
        <section key={section} aria-label={section}>
          <h3 className={styles.section}>
            {section} <span className={styles.note}>{changes.length}</span>
          </h3>
          <ul className={styles.items}>
            {changes.map((item) => (
              <ChangeRow
                key={item.key}
                item={item}
                isSelected={item.key === selectedId}
                onChoose={() => onChoose(item.key)}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

type ChangeRowProps = { item: ChangeItem; isSelected: boolean; onChoose: () => void }

function ChangeRow({ item, isSelected, onChoose }: ChangeRowProps) {
  const { type, name, id, kind, previous, note, warning, fields } = item
  return (
    <li id={elementId(item.key)} className={styles.item} data-chosen={isSelected || undefined}>
      <button
        type="button"
        className={styles.head}
        aria-current={isSelected || undefined}
        onClick={onChoose}
      >
        <ChangeMark type={type} />
        {kind && <NodeKindIcon kind={kind} size={14} />}
        {previous !== undefined && <del className={styles.was}>{previous}</del>}
        <span className={styles.name}>{name}</span>
        {id !== undefined && <code className={styles.note}>{id}</code>}
        {note !== undefined && <span className={styles.note}>{note}</span>}
        {warning !== undefined && (
          <span className={styles.warning}>
            <IconAlertTriangle size={14} aria-hidden />
            {warning}
          </span>
        )}
      </button>
      {fields.length > 0 && (
        <div className={styles.fields}>
          {fields.map((field, index) => (
            // Paths repeat when a list item replaces another one.
            <FieldChangeView key={`${index} ${field.path}`} field={field} />
          ))}
        </div>
      )}
    </li>
  )
}

const elementId = (key: string) => `change-${key.replace(/[^\w-]/g, '-')}`

/** Tracks the selected change and scrolls its cards and its entry into view. */
export function useSelectedChange(items: readonly ChangeItem[]) {
  const [selectedId, setSelectedId] = useState<string>()
  const { fitView } = useReactFlow()

  const choose = (key: string | undefined) => {
    setSelectedId(key)
    const item = items.find((candidate) => candidate.key === key)
    if (!item) return
    document.getElementById(elementId(item.key))?.scrollIntoView({ block: 'nearest' })
    if (item.cards.length > 0) {
      const nodes = item.cards.map((id) => ({ id }))
      void fitView({ nodes, maxZoom: 1, minZoom: 0.4, padding: 0.4 })
    }
  }
  const step = (offset: number) => {
    const index = items.findIndex(({ key }) => key === selectedId)
    const from = index < 0 ? (offset > 0 ? -1 : items.length) : index
    choose(items[(from + offset + items.length) % items.length]?.key)
  }

  useHotkeys([
    { keys: 'n', label: 'Next change', group: 'Versions', run: () => step(1) },
    { keys: 'p', label: 'Previous change', group: 'Versions', run: () => step(-1) },
  ])
  return { selectedId, choose }
}
