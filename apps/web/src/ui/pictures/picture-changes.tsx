import { listChanges, type ListItem } from '@lathe/graph'
import { Picture } from './picture.tsx'
import styles from './picture-changes.module.css'
import marks from '../text/word-diff.module.css'

type PictureChangesProps = {
  before: readonly string[]
  after: readonly string[]
  /** Omits unchanged pictures. */
  isBrief?: boolean
}

/** Lists removed pictures, then the current ones, marked as added or moved. */
export function PictureChanges({ before, after, isBrief = false }: PictureChangesProps) {
  const { removedItems, now } = listChanges(before, after)
  if (removedItems.length + now.length === 0) return null
  return (
    <div className={styles.pictures}>
      {removedItems.map((image, index) => (
        <div key={index}>
          <Picture name="Picture removed" url={image} />
          <span className={marks.root}>
            <del>Removed</del>
          </span>
        </div>
      ))}
      {now.map((picture, index) =>
        isBrief && picture.change === 'same' ? null : (
          <CurrentPicture key={index} {...picture} place={index + 1} />
        ),
      )}
    </div>
  )
}

function CurrentPicture({ item, change, was, place: position }: ListItem & { place: number }) {
  return (
    <div>
      <Picture name={`Picture ${position}`} url={item} />
      {change === 'added' && (
        <span className={marks.root}>
          <ins>Added</ins>
        </span>
      )}
      {change === 'moved' && was !== null && (
        <span className={styles.moved}>Moved from position {was + 1}</span>
      )}
    </div>
  )
}
