import { Button, Modal } from '@mantine/core'
import type { Draft, GraphDocument } from '@lathe/contract'
import { type ReactNode, useMemo, useCallback } from 'react'
import { describeDiff, diffDocuments } from '@lathe/graph'
import { CodeEditor } from '../../../ui/code/code-editor.tsx'
import { RelativeTime } from '../../../ui/status/relative-time.tsx'
import { useDocument, useWorkbench } from '../workbench-context.ts'
import styles from './conflict.module.css'
import { TextWithCode } from '../problems/text-with-code.tsx'

type ConflictDialogProps = {
  serverDraft: Draft
  isOpen: boolean
  onClose: () => void
}

/** Lets the user choose between two versions without a common ancestor. */
export function ConflictDialog({ serverDraft, isOpen, onClose }: ConflictDialogProps) {
  const localDocument = useDocument()
  const { saving } = useWorkbench()
  const { keepMine: keepLocal, takeTheirs } = useResolveConflict()

  return (
    <Modal opened={isOpen} onClose={onClose} size="80rem" title="Two versions of this draft">
      <p className={styles.lead}>Changes that your version makes to the newer one:</p>
      <div className={styles.columns}>
        <ConflictSide title="Yours" note={<>from revision {saving.getState().revision}, unsaved</>}>
          <ChangeList from={serverDraft.document} to={localDocument} />
          <Json label="Your document" document={localDocument} />
          <Button
            onClick={() => {
              onClose()
              void keepLocal(serverDraft)
            }}
          >
            Keep mine
          </Button>
        </ConflictSide>
        <ConflictSide
          title="Theirs"
          note={
            <>
              revision {serverDraft.revision}, saved <RelativeTime time={serverDraft.savedAt} />
            </>
          }
        >
          <Json label="Saved document" document={serverDraft.document} />
          <Button
            variant="default"
            onClick={() => {
              onClose()
              takeTheirs(serverDraft)
            }}
          >
            Use saved version
          </Button>
        </ConflictSide>
      </div>
      <p className={styles.lead}>Undo restores the other version.</p>
    </Modal>
  )
}

type ConflictSideProps = {
  title: string
  note: ReactNode
  children: ReactNode
}

function ConflictSide({ title, note, children }: ConflictSideProps) {
  return (
    <section className={styles.side} aria-label={title}>
      <h3>
        {title} <span className={styles.note}>{note}</span>
      </h3>
      {children}
    </section>
  )
}

function Json({ label, document }: { label: string; document: GraphDocument }) {
  return (
    <details>
      <summary>As JSON</summary>
      <CodeEditor
        label={label}
        language="json"
        height={360}
        value={JSON.stringify(document, null, 2)}
      />
    </details>
  )
}

/** Lists the changes from one document to another. */
export function ChangeList({ from, to }: { from: GraphDocument; to: GraphDocument }) {
  const sentences = useMemo(() => describeDiff(diffDocuments(from, to)), [from, to])
  if (sentences.length === 0) {
    return <p className={styles.note}>Only card positions and notes.</p>
  }
  return (
    <ul className={styles.changes}>
      {sentences.map((sentence, index) => (
        <li key={`${index} ${sentence}`}>
          <TextWithCode text={sentence} />
        </li>
      ))}
    </ul>
  )
}

/** Resolves a conflict. Undo restores the version that was not chosen. */
export function useResolveConflict() {
  const { store, autosave } = useWorkbench()

  /** One undo step restores the local version. */
  const takeMerged = useCallback(
    (mergedDocument: GraphDocument) => {
      const settling = autosave.settle(mergedDocument)
      store.edit(() => mergedDocument)
      return settling
    },
    [store, autosave],
  )
  /** One undo step restores the server's version. */
  const keepLocal = useCallback(
    (serverDraft: Draft) => {
      const localDocument = store.getState().document
      store.edit(() => serverDraft.document)
      store.edit(() => localDocument)
      return autosave.settle(localDocument)
    },
    [store, autosave],
  )
  const takeTheirs = useCallback(
    (serverDraft: Draft) => {
      autosave.adopt(serverDraft)
      store.edit(() => serverDraft.document)
    },
    [store, autosave],
  )
  return { takeMerged, keepMine: keepLocal, takeTheirs }
}
