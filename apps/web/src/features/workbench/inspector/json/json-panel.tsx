import { SegmentedControl, Button } from '@mantine/core'
import { useState, useCallback, useMemo } from 'react'
import { parseDocument } from '@lathe/graph'
import type { GraphDocument } from '@lathe/contract'
import { singleSelection } from '../../store/selection.ts'
import { useWorkbenchState, useDocument, useWorkbench, useNode } from '../../workbench-context.ts'
import styles from './json.module.css'
import { parseJson } from '../../../../lib/values/parse-json.ts'
import { CodeEditor } from '../../../../ui/code/code-editor.tsx'
import { CopyButton } from '../../../../ui/fields/copy-button.tsx'

/** The selected node or the whole document as JSON. */
export function JsonPanel() {
  const id = useWorkbenchState(({ selection, document }) => {
    const selected = singleSelection(selection)
    return selected?.type === 'node' && selected.id in document.nodes ? selected.id : undefined
  })
  const [wantsDocument, setWantsDocument] = useState(false)
  const isNode = id !== undefined && !wantsDocument

  return (
    <div className={styles.panel}>
      {id !== undefined && (
        <SegmentedControl
          aria-label="JSON view"
          data={[
            { value: 'node', label: `Node ${id}` },
            { value: 'document', label: 'Whole graph' },
          ]}
          value={isNode ? 'node' : 'document'}
          onChange={(view) => setWantsDocument(view === 'document')}
        />
      )}
      {isNode ? <NodeJson key={id} id={id} /> : <DocumentJson />}
    </div>
  )
}

export function DocumentJson() {
  const { store } = useWorkbench()
  const document = useDocument()
  return (
    <JsonText
      label="The graph"
      value={document}
      check={listIssues}
      onApply={(value) => {
        const parsed = parseDocument(value)
        if (parsed.ok) store.edit(() => parsed.document)
      }}
    />
  )
}

function listIssues(value: unknown): readonly JsonIssue[] {
  const parsed = parseDocument(value)
  return parsed.ok ? [] : parsed.issues
}

function NodeJson({ id }: { id: string }) {
  const { store } = useWorkbench()
  const node = useNode(id)
  const check = useCallback(
    (value: unknown) => {
      const parsed = parseWith(store.getState().document, id, value)
      const nodePath = `nodes.${id}`
      return parsed.ok
        ? []
        : parsed.issues.map(({ path, message }) => ({
            path: path.startsWith(nodePath) ? path.slice(nodePath.length + 1) : path,
            message,
          }))
    },
    [store, id],
  )

  return (
    <JsonText
      label={`Node ${id}`}
      value={node}
      check={check}
      onApply={(value) => {
        const parsed = parseWith(store.getState().document, id, value)
        if (parsed.ok) store.edit(() => parsed.document)
      }}
    />
  )
}

const parseWith = (document: GraphDocument, id: string, value: unknown) =>
  parseDocument({ ...document, nodes: { ...document.nodes, [id]: value } })

export type JsonIssue = { path: string; message: string }

type JsonTextProps = {
  label: string
  value: unknown
  /** Validates a parsed value. An empty list allows applying it. */
  check: (value: unknown) => readonly JsonIssue[]
  onApply: (value: unknown) => void
}

/** Editor for JSON that is applied on request if it is valid. */
function JsonText({ label, value, check, onApply }: JsonTextProps) {
  const { runGraph } = useWorkbench()
  const valueJson = useMemo(() => JSON.stringify(value, null, 2), [value])
  const [draft, setDraft] = useState<{ text: string; base: string }>()
  const text = draft?.text ?? valueJson
  const isEdited = text !== valueJson
  const parsed = useMemo(() => parseJson(text), [text])
  const issues = useMemo(
    () =>
      isEdited
        ? 'problem' in parsed
          ? [{ path: '', message: parsed.problem }]
          : check(parsed.value)
        : [],
    [isEdited, parsed, check],
  )

  return (
    <div className={styles.text}>
      <div className={styles.editor}>
        <CodeEditor
          label={label}
          language="json"
          height="fill"
          value={text}
          onChange={
            runGraph ? undefined : (text) => setDraft({ text, base: draft?.base ?? valueJson })
          }
        />
      </div>
      {isEdited && draft?.base !== valueJson && (
        <p className={styles.note}>The graph has changed since you started editing.</p>
      )}
      {issues.length > 0 && (
        <ul className={styles.issues} role="alert" aria-label="Validation errors">
          {issues.slice(0, 20).map((issue) => (
            <li key={`${issue.path} ${issue.message}`}>
              {issue.path !== '' && <code>{issue.path}</code>} {issue.message}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.actions}>
        <CopyButton label={`Copy ${label.toLowerCase()}`} value={text} />
        <span className={styles.gap} />
        {isEdited && (
          <Button variant="subtle" color="gray" onClick={() => setDraft(undefined)}>
            Discard
          </Button>
        )}
        {!runGraph && (
          <Button
            disabled={!isEdited || issues.length > 0}
            onClick={() => {
              if (!('value' in parsed)) return
              onApply(parsed.value)
              setDraft(undefined)
            }}
          >
            Apply
          </Button>
        )}
      </div>
    </div>
  )
}
