import { parseImageDataUrl } from '@lathe/contract'
import { PictureChanges } from '../pictures/picture-changes.tsx'
import { WordDiff } from './word-diff.tsx'

type TextChangeProps = { before: string; after: string; isCode?: boolean }

/** Word diff of a text. If either side is a picture, both are shown in full. */
export function TextChange({ before, after, isCode = false }: TextChangeProps) {
  const pictures = [before, after].map((text) => (parseImageDataUrl(text) ? [text] : []))
  const [pictureBefore = [], pictureAfter = []] = pictures
  if (pictureBefore.length + pictureAfter.length === 0)
    return <WordDiff {...{ before, after, isCode }} />
  return (
    <>
      <PictureChanges before={pictureBefore} after={pictureAfter} />
      {pictureBefore.length === 0 && <WordDiff before={before} after="" />}
      {pictureAfter.length === 0 && <WordDiff before="" after={after} />}
    </>
  )
}
