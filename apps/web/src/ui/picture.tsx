import { Modal, UnstyledButton } from '@mantine/core'
import { isPicture } from '@lathe/contract'
import { type MouseEvent, useState } from 'react'
import { pictureWords } from '../lib/pictures.ts'
import styles from './picture.module.css'

type PictureProps = {
  /** Names it for a screen reader. */
  name: string
  url: string
  /** -1 where keys reach what it is in, and not itself. */
  tabIndex?: number
}

/** Characters of an address: one that holds a file of another kind is no word to read. */
const MOST_ADDRESS = 2_000

const cut = (address: string) =>
  address.length > MOST_ADDRESS ? `${address.slice(0, MOST_ADDRESS)}…` : address

/**
 * A picture held as data, small, and what it is; it is large when it is pressed.
 * Of any other the address, for nothing is fetched to show it.
 */
export function Picture({ name, url, tabIndex = 0 }: PictureProps) {
  const [broken, setBroken] = useState<string>()
  const [isLarge, setLarge] = useState(false)
  const words = pictureWords(url)
  if (words === undefined) return <code className={styles.address}>{cut(url)}</code>
  if (!isPicture(url)) return <span className={styles.words}>{words}</span>
  if (broken === url) return <span className={styles.words}>{words}, cannot be shown</span>
  return (
    <span className={styles.picture}>
      <UnstyledButton
        className={styles.enlarge}
        aria-label={`Enlarge ${name}`}
        title="Enlarge"
        tabIndex={tabIndex}
        onClick={stopping(() => setLarge(true))}
      >
        <img src={url} alt={name} onError={() => setBroken(url)} />
      </UnstyledButton>
      <span>{words}</span>
      {isLarge && <Large name={name} url={url} words={words} onClose={() => setLarge(false)} />}
    </span>
  )
}

type LargeProps = { name: string; url: string; words: string; onClose: () => void }

function Large({ name, url, words, onClose }: LargeProps) {
  const [size, setSize] = useState('')
  return (
    <Modal
      opened
      size="auto"
      centered
      title={`${name} · ${words}${size}`}
      onClose={onClose}
      // Whatever the picture is in would take it as a press of its own.
      onClick={stopping()}
      onDoubleClick={stopping()}
    >
      <img
        className={styles.large}
        src={url}
        alt={name}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setSize(` · ${naturalWidth} × ${naturalHeight} pixels`)
        }
      />
    </Modal>
  )
}

const stopping = (act?: () => void) => (event: MouseEvent) => {
  event.stopPropagation()
  act?.()
}
