import type { Language } from '../style/languages.ts'

type Translated = Readonly<Record<Exclude<Language, 'en'>, string>>

/** A traveller's phrase book, by the English phrase. */
export const PHRASES: Readonly<Record<string, Translated>> = {
  hello: { fr: 'bonjour', de: 'hallo', es: 'hola' },
  'good morning': { fr: 'bonjour', de: 'guten Morgen', es: 'buenos días' },
  'good evening': { fr: 'bonsoir', de: 'guten Abend', es: 'buenas tardes' },
  'good night': { fr: 'bonne nuit', de: 'gute Nacht', es: 'buenas noches' },
  goodbye: { fr: 'au revoir', de: 'auf Wiedersehen', es: 'adiós' },
  'thank you': { fr: 'merci', de: 'danke', es: 'gracias' },
  'thank you very much': { fr: 'merci beaucoup', de: 'vielen Dank', es: 'muchas gracias' },
  please: { fr: 's’il vous plaît', de: 'bitte', es: 'por favor' },
  yes: { fr: 'oui', de: 'ja', es: 'sí' },
  no: { fr: 'non', de: 'nein', es: 'no' },
  'how are you': { fr: 'comment allez-vous', de: 'wie geht es Ihnen', es: 'cómo está usted' },
  'i am fine': { fr: 'je vais bien', de: 'mir geht es gut', es: 'estoy bien' },
  'my name is': { fr: 'je m’appelle', de: 'ich heiße', es: 'me llamo' },
  'nice to meet you': { fr: 'enchanté', de: 'freut mich', es: 'mucho gusto' },
  'i love you': { fr: 'je t’aime', de: 'ich liebe dich', es: 'te quiero' },
  'i love programming': {
    fr: 'j’adore la programmation',
    de: 'ich liebe das Programmieren',
    es: 'me encanta programar',
  },
  'i do not understand': { fr: 'je ne comprends pas', de: 'ich verstehe nicht', es: 'no entiendo' },
  'where is the station': {
    fr: 'où est la gare',
    de: 'wo ist der Bahnhof',
    es: 'dónde está la estación',
  },
  'how much does it cost': {
    fr: 'combien cela coûte-t-il',
    de: 'wie viel kostet das',
    es: 'cuánto cuesta',
  },
  'i am sorry': { fr: 'je suis désolé', de: 'es tut mir leid', es: 'lo siento' },
  'see you soon': { fr: 'à bientôt', de: 'bis bald', es: 'hasta pronto' },
  'see you tomorrow': { fr: 'à demain', de: 'bis morgen', es: 'hasta mañana' },
  'have a nice day': { fr: 'bonne journée', de: 'einen schönen Tag', es: 'que tenga un buen día' },
  'the weather is nice today': {
    fr: 'il fait beau aujourd’hui',
    de: 'heute ist schönes Wetter',
    es: 'hoy hace buen tiempo',
  },
  'i would like a coffee': {
    fr: 'je voudrais un café',
    de: 'ich hätte gern einen Kaffee',
    es: 'quisiera un café',
  },
}
