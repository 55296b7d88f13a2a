import { heldPicture } from '@lathe/contract'
import type { FieldChange } from '@lathe/graph'
import { inWords } from '../lib/pictures.ts'
import styles from './field-change.module.css'
import { PictureChanges } from './picture-changes.tsx'
import { WordDiff } from './word-diff.tsx'

/** One field before and after: prose and code by words, anything else whole. */
export function FieldChangeView({ field }: { field: FieldChange }) {
  const { path, before, after, form } = field
  const [was, is] = [picturesOf(before), picturesOf(after)]
  const hasPictures = was && is && [...was, ...is].some((image) => heldPicture(image))
  return (
    <div className={styles.root} data-form={form}>
      <span className={styles.path}>{path}</span>
      {hasPictures ? (
        <PictureChanges before={was} after={is} isBrief />
      ) : form === 'value' ? (
        <span className={styles.values}>
          {before !== undefined && <del className={styles.value}>{valueText(before)}</del>}
          {before !== undefined && after !== undefined && <span aria-hidden>→</span>}
          {after !== undefined && <ins className={styles.value}>{valueText(after)}</ins>}
        </span>
      ) : (
        <WordDiff before={proseOf(before)} after={proseOf(after)} isCode={form === 'code'} />
      )}
    </div>
  )
}

/** A list of texts, as the pictures of a message are; undefined of anything else. */
function picturesOf(value: unknown): readonly string[] | undefined {
  const list: unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value]
  const texts = list.filter((one) => typeof one === 'string')
  return texts.length === list.length ? texts : undefined
}

const proseOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** A value of a document in one line, or in several when it is larger. */
export function valueText(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'string') return value === '' ? '“”' : value
  const line = JSON.stringify(value, inWords)
  return line.length > 60 ? JSON.stringify(value, inWords, 2) : line
}
