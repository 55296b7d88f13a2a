import { Textarea } from '@mantine/core'
import type { KeyboardEvent, RefObject } from 'react'
import { DictationButton } from './dictation/dictation-button.tsx'
import type { Dictation } from './dictation/use-dictation.ts'
import { ImageTray } from './image-tray.tsx'
import styles from './message-field.module.css'
import type { useComposer } from './use-composer.ts'

type MessageFieldProps = {
  composer: Pick<ReturnType<typeof useComposer>, 'text' | 'setText' | 'pictures'>
  field: RefObject<HTMLTextAreaElement | null>
  dictation: Dictation
  onSubmit: () => void
}

/** What is said to the draft: typed, dictated, with pictures. */
export function MessageField({ composer, field, dictation, onSubmit }: MessageFieldProps) {
  const { text, setText, pictures } = composer
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.ctrlKey || event.metaKey) return
    if (event.nativeEvent.isComposing) return
    event.preventDefault()
    onSubmit()
  }
  return (
    <>
      <Textarea
        ref={field}
        aria-label="Message"
        placeholder="Say something to the draft"
        autosize
        minRows={2}
        maxRows={10}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={handleKeyDown}
        onPaste={({ clipboardData }) => void pictures.add([...clipboardData.files])}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          const files = [...event.dataTransfer.files]
          if (files.length === 0) return
          event.preventDefault()
          void pictures.add(files)
        }}
      />
      <div className={styles.extras}>
        <ImageTray
          images={pictures.images}
          complaint={pictures.complaint}
          onPick={(files) => void pictures.add(files)}
          onRemove={pictures.remove}
        />
        <DictationButton dictation={dictation} />
      </div>
    </>
  )
}
