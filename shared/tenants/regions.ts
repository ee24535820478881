import type { Locale } from '../i18n/locales.ts'

export interface Region {
  /** Country and region, e.g. `NL-NH`. */
  code: string
  /** The region as its inhabitants write it. */
  name: string
}

/**
 * Regions by country: the code after the country, a colon, the local name. Codes are ISO 3166-2, except for England, which has its statistical
 * regions (counties would be too small to search in).
 */
const REGIONS: Record<string, string> = {
  AR: 'C:Ciudad de Buenos Aires|B:Buenos Aires|K:Catamarca|H:Chaco|U:Chubut|X:Córdoba|W:Corrientes|E:Entre Ríos|P:Formosa|Y:Jujuy|L:La Pampa|F:La Rioja|M:Mendoza|N:Misiones|Q:Neuquén|R:Río Negro|A:Salta|J:San Juan|D:San Luis|Z:Santa Cruz|S:Santa Fe|G:Santiago del Estero|V:Tierra del Fuego|T:Tucumán',
  AT: '1:Burgenland|2:Kärnten|3:Niederösterreich|4:Oberösterreich|5:Salzburg|6:Steiermark|7:Tirol|8:Vorarlberg|9:Wien',
  AU: 'ACT:Australian Capital Territory|NSW:New South Wales|NT:Northern Territory|QLD:Queensland|SA:South Australia|TAS:Tasmania|VIC:Victoria|WA:Western Australia',
  BE: 'VAN:Antwerpen|WBR:Brabant wallon|BRU:Brussel / Bruxelles|WHT:Hainaut|WLG:Liège|VLI:Limburg|WLX:Luxembourg|WNA:Namur|VOV:Oost-Vlaanderen|VBR:Vlaams-Brabant|VWV:West-Vlaanderen',
  CA: 'AB:Alberta|BC:British Columbia|MB:Manitoba|NB:New Brunswick|NL:Newfoundland and Labrador|NT:Northwest Territories|NS:Nova Scotia|NU:Nunavut|ON:Ontario|PE:Prince Edward Island|QC:Québec|SK:Saskatchewan|YT:Yukon',
  CH: 'AG:Aargau|AR:Appenzell Ausserrhoden|AI:Appenzell Innerrhoden|BL:Basel-Landschaft|BS:Basel-Stadt|BE:Bern|FR:Fribourg|GE:Genève|GL:Glarus|GR:Graubünden|JU:Jura|LU:Luzern|NE:Neuchâtel|NW:Nidwalden|OW:Obwalden|SH:Schaffhausen|SZ:Schwyz|SO:Solothurn|SG:St. Gallen|TG:Thurgau|TI:Ticino|UR:Uri|VS:Valais|VD:Vaud|ZG:Zug|ZH:Zürich',
  DE: 'BW:Baden-Württemberg|BY:Bayern|BE:Berlin|BB:Brandenburg|HB:Bremen|HH:Hamburg|HE:Hessen|MV:Mecklenburg-Vorpommern|NI:Niedersachsen|NW:Nordrhein-Westfalen|RP:Rheinland-Pfalz|SL:Saarland|SN:Sachsen|ST:Sachsen-Anhalt|SH:Schleswig-Holstein|TH:Thüringen',
  DK: '84:Hovedstaden|82:Midtjylland|81:Nordjylland|85:Sjælland|83:Syddanmark',
  ES: 'AN:Andalucía|AR:Aragón|AS:Asturias|IB:Illes Balears|CN:Canarias|CB:Cantabria|CM:Castilla-La Mancha|CL:Castilla y León|CT:Catalunya|CE:Ceuta|VC:Comunitat Valenciana|EX:Extremadura|GA:Galicia|RI:La Rioja|MD:Madrid|ML:Melilla|MC:Murcia|NC:Navarra|PV:País Vasco / Euskadi',
  FI: '01:Ahvenanmaa / Åland|02:Etelä-Karjala|03:Etelä-Pohjanmaa|04:Etelä-Savo|05:Kainuu|06:Kanta-Häme|07:Keski-Pohjanmaa|08:Keski-Suomi|09:Kymenlaakso|10:Lappi|11:Pirkanmaa|12:Pohjanmaa|13:Pohjois-Karjala|14:Pohjois-Pohjanmaa|15:Pohjois-Savo|16:Päijät-Häme|17:Satakunta|18:Uusimaa|19:Varsinais-Suomi',
  FR: 'ARA:Auvergne-Rhône-Alpes|BFC:Bourgogne-Franche-Comté|BRE:Bretagne|CVL:Centre-Val de Loire|20R:Corse|GES:Grand Est|971:Guadeloupe|973:Guyane|HDF:Hauts-de-France|IDF:Île-de-France|974:La Réunion|972:Martinique|976:Mayotte|NOR:Normandie|NAQ:Nouvelle-Aquitaine|OCC:Occitanie|PDL:Pays de la Loire|PAC:Provence-Alpes-Côte d’Azur',
  GB: 'EM:East Midlands|EE:East of England|LDN:London|NE:North East|NW:North West|NIR:Northern Ireland|SCT:Scotland|SE:South East|SW:South West|WLS:Wales|WM:West Midlands|YH:Yorkshire and the Humber',
  IE: 'CW:Carlow|CN:Cavan|CE:Clare|CO:Cork|DL:Donegal|D:Dublin|G:Galway|KY:Kerry|KE:Kildare|KK:Kilkenny|LS:Laois|LM:Leitrim|LK:Limerick|LD:Longford|LH:Louth|MO:Mayo|MH:Meath|MN:Monaghan|OY:Offaly|RN:Roscommon|SO:Sligo|TA:Tipperary|WD:Waterford|WH:Westmeath|WX:Wexford|WW:Wicklow',
  IT: '65:Abruzzo|77:Basilicata|78:Calabria|72:Campania|45:Emilia-Romagna|36:Friuli-Venezia Giulia|62:Lazio|42:Liguria|25:Lombardia|57:Marche|67:Molise|21:Piemonte|75:Puglia|88:Sardegna|82:Sicilia|52:Toscana|32:Trentino-Alto Adige / Südtirol|55:Umbria|23:Valle d’Aosta|34:Veneto',
  LU: 'CA:Capellen|CL:Clervaux|DI:Diekirch|EC:Echternach|ES:Esch-sur-Alzette|GR:Grevenmacher|LU:Luxembourg|ME:Mersch|RD:Redange|RM:Remich|VD:Vianden|WI:Wiltz',
  MX: 'AGU:Aguascalientes|BCN:Baja California|BCS:Baja California Sur|CAM:Campeche|CHP:Chiapas|CHH:Chihuahua|CMX:Ciudad de México|COA:Coahuila|COL:Colima|DUR:Durango|MEX:Estado de México|GUA:Guanajuato|GRO:Guerrero|HID:Hidalgo|JAL:Jalisco|MIC:Michoacán|MOR:Morelos|NAY:Nayarit|NLE:Nuevo León|OAX:Oaxaca|PUE:Puebla|QUE:Querétaro|ROO:Quintana Roo|SLP:San Luis Potosí|SIN:Sinaloa|SON:Sonora|TAB:Tabasco|TAM:Tamaulipas|TLA:Tlaxcala|VER:Veracruz|YUC:Yucatán|ZAC:Zacatecas',
  NL: 'DR:Drenthe|FL:Flevoland|FR:Fryslân|GE:Gelderland|GR:Groningen|LI:Limburg|NB:Noord-Brabant|NH:Noord-Holland|OV:Overijssel|UT:Utrecht|ZE:Zeeland|ZH:Zuid-Holland',
  NO: '42:Agder|32:Akershus|33:Buskerud|56:Finnmark|34:Innlandet|15:Møre og Romsdal|18:Nordland|03:Oslo|11:Rogaland|40:Telemark|55:Troms|50:Trøndelag|39:Vestfold|46:Vestland|31:Østfold',
  NZ: 'AUK:Auckland|BOP:Bay of Plenty|CAN:Canterbury|GIS:Gisborne|HKB:Hawke’s Bay|MWT:Manawatū-Whanganui|MBH:Marlborough|NSN:Nelson|NTL:Northland|OTA:Otago|STL:Southland|TKI:Taranaki|TAS:Tasman|WKO:Waikato|WGN:Wellington|WTC:West Coast',
  PL: '02:dolnośląskie|04:kujawsko-pomorskie|10:łódzkie|06:lubelskie|08:lubuskie|12:małopolskie|14:mazowieckie|16:opolskie|18:podkarpackie|20:podlaskie|22:pomorskie|24:śląskie|26:świętokrzyskie|28:warmińsko-mazurskie|30:wielkopolskie|32:zachodniopomorskie',
  SE: 'K:Blekinge|W:Dalarna|I:Gotland|X:Gävleborg|N:Halland|Z:Jämtland|F:Jönköping|H:Kalmar|G:Kronoberg|BD:Norrbotten|M:Skåne|AB:Stockholm|D:Södermanland|C:Uppsala|S:Värmland|AC:Västerbotten|Y:Västernorrland|U:Västmanland|O:Västra Götaland|T:Örebro|E:Östergötland',
  US: 'AL:Alabama|AK:Alaska|AZ:Arizona|AR:Arkansas|CA:California|CO:Colorado|CT:Connecticut|DE:Delaware|DC:District of Columbia|FL:Florida|GA:Georgia|HI:Hawaii|ID:Idaho|IL:Illinois|IN:Indiana|IA:Iowa|KS:Kansas|KY:Kentucky|LA:Louisiana|ME:Maine|MD:Maryland|MA:Massachusetts|MI:Michigan|MN:Minnesota|MS:Mississippi|MO:Missouri|MT:Montana|NE:Nebraska|NV:Nevada|NH:New Hampshire|NJ:New Jersey|NM:New Mexico|NY:New York|NC:North Carolina|ND:North Dakota|OH:Ohio|OK:Oklahoma|OR:Oregon|PA:Pennsylvania|RI:Rhode Island|SC:South Carolina|SD:South Dakota|TN:Tennessee|TX:Texas|UT:Utah|VT:Vermont|VA:Virginia|WA:Washington|WV:West Virginia|WI:Wisconsin|WY:Wyoming'
}

/** The language whose rules sort a country's regions; others are sorted as in English. */
const SORTED_IN: Record<string, Locale> = {
  AT: 'de',
  CH: 'de',
  DE: 'de',
  DK: 'da',
  ES: 'es',
  FI: 'fi',
  FR: 'fr',
  NO: 'nb',
  PL: 'pl',
  SE: 'sv'
}

/** Countries whose regions are known. */
export const COUNTRY_CODES: readonly string[] = Object.keys(REGIONS)

const lists = new Map(
  COUNTRY_CODES.map((country) => {
    const regions = REGIONS[country]!.split('|').map((entry): Region => {
      const [code = '', name = ''] = entry.split(':')
      return { code: `${country}-${code}`, name }
    })
    const { compare } = new Intl.Collator(SORTED_IN[country] ?? 'en')
    return [country, regions.sort((one, other) => compare(one.name, other.name))]
  })
)

/** Regions of an ISO country by name; empty if none are known. */
export function regionsOf(country: string): readonly Region[] {
  return lists.get(country) ?? []
}

/** The local name of a region by its code, null when there is none. */
export function regionName(code: string | null): string | null {
  return code === null ? null : (regionsOf(code.slice(0, 2)).find((region) => region.code === code)?.name ?? null)
}
