import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { onlyOne } from '../store/selection.ts'
import { useBench } from '../workbench-context.ts'
import styles from './json/json.module.css'
import { DocumentJson } from './json/document-json.tsx'
import { NodeJson } from './json/node-json.tsx'

/** The selected node or the whole document as text. */
export function JsonPanel() {
  const id = useBench(({ selection, document }) => {
    const one = onlyOne(selection)
    return one?.type === 'node' && one.id in document.nodes ? one.id : undefined
  })
  const [wantsDocument, setWantsDocument] = useState(false)
  const isNode = id !== undefined && !wantsDocument

  return (
    <div className={styles.panel}>
      {id !== undefined && (
        <SegmentedControl
          aria-label="What is shown as JSON"
          data={[
            { value: 'node', label: `Node ${id}` },
            { value: 'document', label: 'Whole graph' },
          ]}
          value={isNode ? 'node' : 'document'}
          onChange={(which) => setWantsDocument(which === 'document')}
        />
      )}
      {isNode ? <NodeJson key={id} id={id} /> : <DocumentJson />}
    </div>
  )
}
