export { createPicture } from './picture.ts'
export { createSpeech } from './speech.ts'
export { createTranscript, createTranslation } from './transcript.ts'
