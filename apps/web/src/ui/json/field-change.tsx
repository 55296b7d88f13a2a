import { parseImageDataUrl } from '@lathe/contract'
import type { FieldChange } from '@lathe/graph'
import { pictureReplacer } from '../../lib/values/pictures.ts'
import styles from './field-change.module.css'
import { PictureChanges } from '../pictures/picture-changes.tsx'
import { WordDiff } from '../text/word-diff.tsx'

/** Shows a field before and after: prose and code as a word diff, other values in full. */
export function FieldChangeView({ field }: { field: FieldChange }) {
  const { path, before, after, form } = field
  const [picturesBefore, picturesAfter] = [textList(before), textList(after)]
  const hasPictures =
    picturesBefore &&
    picturesAfter &&
    [...picturesBefore, ...picturesAfter].some((image) => parseImageDataUrl(image))
  return (
    <div className={styles.root} data-form={form}>
      <span className={styles.path}>{path}</span>
      {hasPictures ? (
        <PictureChanges before={picturesBefore} after={picturesAfter} isBrief />
      ) : form === 'value' ? (
        <span className={styles.values}>
          {before !== undefined && <del className={styles.value}>{valueText(before)}</del>}
          {before !== undefined && after !== undefined && <span aria-hidden>→</span>}
          {after !== undefined && <ins className={styles.value}>{valueText(after)}</ins>}
        </span>
      ) : (
        <WordDiff before={proseText(before)} after={proseText(after)} isCode={form === 'code'} />
      )}
    </div>
  )
}

/** Returns a list of texts, such as a message's pictures; undefined for any other value. */
function textList(value: unknown): readonly string[] | undefined {
  const list: unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value]
  const texts = list.filter((item) => typeof item === 'string')
  return texts.length === list.length ? texts : undefined
}

const proseText = (value: unknown) => (typeof value === 'string' ? value : '')

/** Formats a document value on one line, or on several if it is large. */
export function valueText(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'string') return value === '' ? '“”' : value
  const line = JSON.stringify(value, pictureReplacer)
  return line.length > 60 ? JSON.stringify(value, pictureReplacer, 2) : line
}
