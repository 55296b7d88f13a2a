import { UnstyledButton } from '@mantine/core'
import { useMemo, useState } from 'react'
import { formatBytes } from '../../lib/format/format.ts'
import { openRaw } from '../../lib/browser/open-raw.ts'
import { CopyButton } from '../fields/copy-button.tsx'
import { initiallyOpen, ROOT } from './json-folds.ts'
import { JsonNode } from './json-node.tsx'
import styles from './json-view.module.css'

type JsonViewProps = {
  value: unknown
  /** Accessible name: "Input". */
  label: string
}

/**
 * Collapsible JSON. Folds below depth 2 or beyond 20 kB; *Copy* and *Open raw* include everything.
 */
export function JsonView({ value, label }: JsonViewProps) {
  const text = useMemo(() => JSON.stringify(value, null, 2) ?? 'undefined', [value])
  const folds = useMemo(() => initiallyOpen(value), [value])
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const isOpen = (path: string) => folds.open.has(path) !== toggled.has(path)
  const handleToggle = (path: string) => {
    setToggled((old) => {
      const next = new Set(old)
      if (!next.delete(path)) next.add(path)
      return next
    })
  }

  return (
    <section className={styles.root} aria-label={label}>
      <div className={styles.tools}>
        {folds.isTruncated && (
          <>
            <span>{formatBytes(new Blob([text]).size)}, rest collapsed</span>
            <UnstyledButton className={styles.link} onClick={() => openRaw(text)}>
              Open raw
            </UnstyledButton>
          </>
        )}
        <CopyButton value={text} label={`Copy ${label.toLowerCase()}`} />
      </div>
      <div className={styles.body}>
        <JsonNode value={value} path={ROOT} isOpen={isOpen} onToggle={handleToggle} />
      </div>
    </section>
  )
}
