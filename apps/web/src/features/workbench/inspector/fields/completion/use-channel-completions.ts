import type { CompletionContext } from '@codemirror/autocomplete'
import { useContext, useMemo } from 'react'
import { useWorkbench } from '../../../workbench-context.ts'
import type { TextKind } from '../code-text-field.tsx'
import { FormScopeContext } from '../form-scope.ts'
import { complete } from './complete.ts'
import { readableNames } from './readable-names.ts'

/** Completes names that hold something in this node; they are looked up when they are asked for. */
export function useChannelCompletions(kind: TextKind) {
  const scope = useContext(FormScopeContext)
  const { store } = useWorkbench()
  return useMemo(
    () => (context: CompletionContext) =>
      complete(context, () => readableNames(store.getState().document, scope), kind),
    [store, scope, kind],
  )
}
