import type { GraphNode } from '@lathe/contract'
import { kindInfo, setNode } from '@lathe/graph'
import { useCallback } from 'react'
import { NodeKindIcon } from '../../ui/node-kind-icon.tsx'
import { useNode, useWorkbench } from '../workbench/workbench-context.ts'
import { CommonFields } from './common/common-fields.tsx'
import { NodeNames } from './common/node-names.tsx'
import { FormScopeContext } from './fields/form-scope.ts'
import styles from './inspector.module.css'
import { KindEditor } from './kind-editor.tsx'
import { PlaceProblems } from './place-problems.tsx'

/** One node: its names, what its kind does, what every node may have, and its problems. */
export function NodeInspector({ id }: { id: string }) {
  const { store } = useWorkbench()
  const node = useNode(id)
  const change = useCallback(
    (next: GraphNode, field: string) =>
      store.edit((document) => setNode(document, id, next), `${id}.${field}`),
    [store, id],
  )
  if (!node) return null
  const info = kindInfo(node.kind)

  return (
    <FormScopeContext value={{ node: id }}>
      <div className={styles.head}>
        <NodeKindIcon kind={node.kind} size={18} />
        <div className={styles.headText}>
          <h2>{node.title ?? id}</h2>
          <p className={styles.kind}>{info.line}</p>
        </div>
      </div>
      <NodeNames id={id} node={node} onChange={change} />
      <KindEditor id={id} node={node} onChange={change} />
      <CommonFields id={id} node={node} onChange={change} />
      <PlaceProblems node={id} />
    </FormScopeContext>
  )
}
