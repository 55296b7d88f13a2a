import { pictureWords } from '../lib/pictures.ts'
import styles from './picture.module.css'

type PictureProps = {
  /** Names it for a screen reader. */
  name: string
  url: string
}

/** A picture held as data, small, and what it is; of any other the address, for nothing is fetched to show it. */
export function Picture({ name, url }: PictureProps) {
  const words = pictureWords(url)
  if (words === undefined) return <code className={styles.address}>{url}</code>
  return (
    <span className={styles.picture}>
      <img src={url} alt={name} />
      <span>{words}</span>
    </span>
  )
}
