// Words to make sentences of. The texts mean nothing; what counts is that they have the lengths and signs of real ones.

export interface Language {
  code: string
  isRightToLeft?: boolean
  words: string[]
  names: string[]
  space: string
  comma: string
  stop: string
  /** What sites say around their articles. */
  site: {
    related: string
    share: string
    comments: string
    newsletter: string
    more: string
    about: string
    by: string
    tags: string
    advertisement: string
    menu: string[]
  }
}

const words = (text: string): string[] => text.trim().split(/\s+/)

export const LANGUAGES: Language[] = [
  {
    code: 'en',
    words:
      words(`the a of in and to that river town council year people work bridge water when after before where which
      small old new early late often never found opened built moved carried watched said told asked explained measured
      between under over without during against engineers farmers teachers children visitors winter summer market station
      school garden machine letter signal report study question answer reason number result they their its was were had has
      would could should may must long short quiet heavy public common simple first second last`),
    names: ['Ada Moss', 'Peter Lund', 'Maria Okafor', 'James Whitfield', 'Noor Haddad'],
    space: ' ',
    comma: ', ',
    stop: '. ',
    site: {
      related: 'Related stories',
      share: 'Share this article',
      comments: 'Comments',
      newsletter: 'Sign up for our newsletter and get the best stories in your inbox every morning',
      more: 'Read more',
      about: 'About the author',
      by: 'By',
      tags: 'Tags',
      advertisement: 'Advertisement',
      menu: ['Home', 'World', 'Politics', 'Business', 'Science', 'Sport', 'Culture', 'Subscribe', 'Log in'],
    },
  },
  {
    code: 'de',
    words:
      words(`der die das und in zu den von mit sich auf für nicht ein eine als auch es an werden aus er hat dass sie
      nach wird bei einer um am sind noch wie einem über Stadt Wasser Brücke Jahr Menschen Arbeit Gemeinde Schule Bericht
      Frage Antwort Ergebnis Winter Sommer Markt Bahnhof Garten Maschine Brief wenige viele alte neue frühe späte oft nie
      gefunden geöffnet gebaut bewegt beobachtet sagte fragte erklärte zwischen unter ohne während gegen`),
    names: ['Anna Köhler', 'Jürgen Maß', 'Leyla Şahin', 'Tobias Brandt'],
    space: ' ',
    comma: ', ',
    stop: '. ',
    site: {
      related: 'Mehr zum Thema',
      share: 'Artikel teilen',
      comments: 'Kommentare',
      newsletter:
        'Melden Sie sich für unseren Newsletter an und erhalten Sie jeden Morgen das Beste per E-Mail',
      more: 'Lesen Sie auch',
      about: 'Über den Autor',
      by: 'Von',
      tags: 'Schlagwörter',
      advertisement: 'Anzeige',
      menu: ['Startseite', 'Politik', 'Wirtschaft', 'Sport', 'Kultur', 'Wissen', 'Abo', 'Anmelden'],
    },
  },
  {
    code: 'fr',
    words:
      words(`le la les des de du et en un une que pour dans il qui au sur se pas plus par avec son elle est ville eau
      pont année travail commune école rapport question réponse résultat hiver été marché gare jardin machine lettre petit
      grand vieux nouveau souvent jamais trouvé ouvert construit observé disait expliquait entre sous sans pendant contre
      après avant lorsque toujours déjà encore habitants ingénieurs enfants visiteurs`),
    names: ['Claire Dubois', 'Hugo Lefèvre', 'Inès Benali'],
    space: ' ',
    comma: ', ',
    stop: '. ',
    site: {
      related: 'Articles liés',
      share: 'Partager cet article',
      comments: 'Commentaires',
      newsletter: 'Inscrivez-vous à notre newsletter et recevez chaque matin le meilleur par e-mail',
      more: 'À lire aussi',
      about: 'À propos de l’auteur',
      by: 'Par',
      tags: 'Mots-clés',
      advertisement: 'Publicité',
      menu: ['Accueil', 'Monde', 'Politique', 'Économie', 'Culture', 'Sport', 'Se connecter'],
    },
  },
  {
    code: 'es',
    words:
      words(`el la los las de y en que a un una por con para se del al lo como más pero sus le ya este entre cuando
      todo esta ser son dos también fue había era muy años hasta desde ciudad agua puente trabajo escuela informe pregunta
      respuesta resultado invierno verano mercado estación jardín máquina carta pequeño viejo nuevo nunca encontró abrió
      construyó observó dijo explicó vecinos ingenieros niños visitantes`),
    names: ['Lucía Ortega', 'Diego Ramírez', 'Sofía Núñez'],
    space: ' ',
    comma: ', ',
    stop: '. ',
    site: {
      related: 'Noticias relacionadas',
      share: 'Compartir',
      comments: 'Comentarios',
      newsletter: 'Suscríbete a nuestro boletín y recibe cada mañana lo mejor en tu correo',
      more: 'Lee también',
      about: 'Sobre el autor',
      by: 'Por',
      tags: 'Etiquetas',
      advertisement: 'Publicidad',
      menu: ['Portada', 'Mundo', 'Economía', 'Deportes', 'Cultura', 'Ciencia', 'Iniciar sesión'],
    },
  },
  {
    code: 'ru',
    words:
      words(`и в не на что он с как это по но они к у из за от так же для мы было когда город река мост вода год люди
      работа школа отчёт вопрос ответ результат зима лето рынок вокзал сад машина письмо старый новый ранний поздний часто
      никогда нашли открыли построили наблюдали сказал объяснил между под без во время против после перед жители инженеры
      дети гости очень также уже ещё только`),
    names: ['Анна Лебедева', 'Павел Орлов'],
    space: ' ',
    comma: ', ',
    stop: '. ',
    site: {
      related: 'Читайте также',
      share: 'Поделиться',
      comments: 'Комментарии',
      newsletter: 'Подпишитесь на нашу рассылку новостей и получайте лучшее каждое утро',
      more: 'Читайте также',
      about: 'Об авторе',
      by: 'Автор:',
      tags: 'Теги',
      advertisement: 'Реклама',
      menu: ['Главная', 'Мир', 'Политика', 'Экономика', 'Спорт', 'Культура', 'Войти'],
    },
  },
  {
    code: 'ja',
    words:
      words(`この川は 町の 人々が 橋を 作り 水が 戻り 新しい 古い 調査に よると 技術者は 冬の 夏に 市場で 学校の 子供たちが
      見つけた 報告書を 読み 長い 年月を 経て 静かな 庭で 機械が 動き 手紙を 送り 質問に 答え 結果を 示し 最初の 最後に 公共の
      駅前で 説明した 測定し 始めた 続けて いる`),
    names: ['田中花子', '佐藤健一'],
    space: '',
    comma: '、',
    stop: '。',
    site: {
      related: '関連記事',
      share: 'この記事をシェアする',
      comments: 'コメント',
      newsletter: 'メールマガジンに登録して、毎朝おすすめの記事を受け取りましょう',
      more: 'あわせて読みたい',
      about: '著者',
      by: '文：',
      tags: 'タグ',
      advertisement: '広告',
      menu: ['ホーム', '国際', '政治', '経済', 'スポーツ', '文化', 'ログイン'],
    },
  },
  {
    code: 'zh',
    words:
      words(`这条 河流 小镇 居民 桥梁 重新 开放 工程师 调查 显示 多年 以来 学校 孩子们 市场 车站 花园 机器 信件 问题 回答
      结果 冬天 夏天 新的 旧的 经常 从未 发现 建造 观察 解释 测量 之间 下面 没有 期间 公共 简单 第一 最后 报告 研究 同时 因为 所以`),
    names: ['李明', '王晓红'],
    space: '',
    comma: '，',
    stop: '。',
    site: {
      related: '相关阅读',
      share: '分享到',
      comments: '评论',
      newsletter: '订阅我们的每日新闻邮件，第一时间获取精彩内容',
      more: '延伸阅读',
      about: '作者简介',
      by: '作者：',
      tags: '标签',
      advertisement: '广告',
      menu: ['首页', '国际', '国内', '财经', '体育', '文化', '登录'],
    },
  },
  {
    code: 'ar',
    isRightToLeft: true,
    words:
      words(`في من على إلى أن التي الذي هذا هذه كان كانت مع عن بعد قبل بين النهر المدينة الجسر الماء السنة الناس العمل
      المدرسة التقرير السؤال الجواب النتيجة الشتاء الصيف السوق المحطة الحديقة الآلة الرسالة القديم الجديد كثيرا أبدا وجد فتح
      بنى راقب قال شرح تحت دون خلال ضد المهندسون الأطفال الزوار السكان`),
    names: ['ليلى منصور', 'كريم حداد'],
    space: ' ',
    comma: '، ',
    stop: '. ',
    site: {
      related: 'مواضيع ذات صلة',
      share: 'شارك',
      comments: 'التعليقات',
      newsletter: 'اشترك في نشرتنا البريدية لتصلك أهم الأخبار كل صباح',
      more: 'اقرأ أيضا',
      about: 'عن الكاتب',
      by: 'بقلم',
      tags: 'الوسوم',
      advertisement: 'إعلان',
      menu: ['الرئيسية', 'العالم', 'سياسة', 'اقتصاد', 'رياضة', 'ثقافة', 'تسجيل الدخول'],
    },
  },
]
