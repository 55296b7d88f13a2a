import type { GraphNode } from '@lathe/contract'
import { kindInfo, setNode } from '@lathe/graph'
import { useCallback, useId } from 'react'
import { NodeKindIcon } from '../../ui/node-kind-icon.tsx'
import { tabPanel, ViewTabs } from '../../ui/view-tabs.tsx'
import { isInspectorTab, useSetSearch, useTab } from '../workbench/use-workbench-search.ts'
import { useNode, useWorkbench } from '../workbench/workbench-context.ts'
import { CommonFields } from './common/common-fields.tsx'
import { NodeNames } from './common/node-names.tsx'
import { NodeData } from './data/node-data.tsx'
import { BreakpointSwitches } from './breakpoint-switches.tsx'
import { FormScopeContext } from './fields/form-scope.ts'
import styles from './inspector.module.css'
import { KindEditor } from './kind-editor.tsx'
import { PinLine } from './pin/pin-line.tsx'
import { PlaceProblems } from './place-problems.tsx'
import { useFormKey } from './use-form-key.ts'
import { NodeTest } from './test/node-test.tsx'

const VIEWS = [
  { value: 'node', label: 'Configure' },
  { value: 'data', label: 'Data' },
  { value: 'test', label: 'Test' },
] as const

/** One node: what it is told to do, what it did in runs, and what it does alone. */
export function NodeInspector({ id }: { id: string }) {
  const [key, keepFor] = useFormKey(id)
  return <NodeForm key={key} id={id} onRenamed={keepFor} />
}

type NodeFormProps = { id: string; onRenamed: (id: string) => void }

function NodeForm({ id, onRenamed }: NodeFormProps) {
  const { store, asRan } = useWorkbench()
  const node = useNode(id)
  const change = useCallback(
    (next: GraphNode, field: string) =>
      store.edit((document) => setNode(document, id, next), `${id}.${field}`),
    [store, id],
  )
  const tabsId = useId()
  const tab = useTab()
  const setSearch = useSetSearch()
  if (!node) return null
  const view = isInspectorTab(tab) ? tab : 'node'
  const info = kindInfo(node.kind)

  return (
    <FormScopeContext value={{ node: id }}>
      <div className={styles.head}>
        <NodeKindIcon kind={node.kind} size={18} />
        <div className={styles.headText}>
          <h2>{node.title ?? id}</h2>
          <p className={styles.kind}>{info.line}</p>
        </div>
        <BreakpointSwitches id={id} />
      </div>
      <PinLine id={id} node={node} />
      <ViewTabs
        id={tabsId}
        label="Node"
        tabs={VIEWS}
        value={view}
        onChange={(next) => setSearch({ tab: next })}
      />
      <div className={styles.view} {...tabPanel(tabsId, view)}>
        {view === 'data' && <NodeData id={id} node={node} />}
        {view === 'test' && <NodeTest id={id} node={node} />}
        {view === 'node' && (
          <div inert={asRan !== undefined}>
            <NodeNames id={id} node={node} onChange={change} onRenamed={onRenamed} />
            <KindEditor id={id} node={node} onChange={change} />
            <CommonFields id={id} node={node} onChange={change} />
            <PlaceProblems node={id} />
          </div>
        )}
      </div>
    </FormScopeContext>
  )
}
