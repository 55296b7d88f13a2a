import { ActionIcon, FileButton } from '@mantine/core'
import { IconPhotoPlus, IconX } from '@tabler/icons-react'
import styles from './image-tray.module.css'
import type { ComposerImage } from './images.ts'

type ImageTrayProps = {
  images: readonly ComposerImage[]
  complaint: string | null
  onPick: (files: readonly File[]) => void
  onRemove: (key: string) => void
}

/** Pictures that go with the message; they can also be pasted or dropped on it. */
export function ImageTray({ images, complaint, onPick, onRemove }: ImageTrayProps) {
  return (
    <div className={styles.root}>
      <FileButton multiple accept="image/png,image/jpeg,image/webp,image/gif" onChange={onPick}>
        {(props) => (
          <ActionIcon
            {...props}
            variant="subtle"
            title="Add pictures: choose, paste or drop them"
            aria-label="Add pictures"
          >
            <IconPhotoPlus size={16} />
          </ActionIcon>
        )}
      </FileButton>
      {images.map(({ key, name, url }) => (
        <span key={key} className={styles.image}>
          <img src={url} alt={name} />
          <ActionIcon
            size="xs"
            variant="default"
            aria-label={`Take ${name} away`}
            onClick={() => onRemove(key)}
          >
            <IconX size={10} />
          </ActionIcon>
        </span>
      ))}
      {complaint !== null && (
        <p className={styles.complaint} role="alert">
          {complaint}
        </p>
      )}
    </div>
  )
}
