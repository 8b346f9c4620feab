// expat, loaded when the first workbook is read. If it cannot be loaded, `XML_ParserCreateNS` returns null, which the
// reader treats as a lack of memory.

#include <expat.h>

#include "examples/common/later.hpp"

namespace {
struct expat {
  static constexpr const char* file = RIDGELINE_EXPAT;
};
}  // namespace

#define LATER(result, name, parameters, arguments) \
  RIDGELINE_LATER(expat, result, name, parameters, arguments, static_cast<result>(0))

LATER(const XML_LChar*, XML_ErrorString, (XML_Error code), (code))
LATER(XML_Index, XML_GetCurrentByteIndex, (XML_Parser parser), (parser))
LATER(XML_Size, XML_GetCurrentLineNumber, (XML_Parser parser), (parser))
LATER(XML_Error, XML_GetErrorCode, (XML_Parser parser), (parser))
LATER(XML_Status, XML_Parse, (XML_Parser parser, const char* piece, int size, int last), (parser, piece, size, last))
LATER(XML_Parser, XML_ParserCreateNS, (const XML_Char* encoding, XML_Char between), (encoding, between))
LATER(void, XML_ParserFree, (XML_Parser parser), (parser))
LATER(void, XML_SetCharacterDataHandler, (XML_Parser parser, XML_CharacterDataHandler text), (parser, text))
LATER(void, XML_SetElementHandler, (XML_Parser parser, XML_StartElementHandler begin, XML_EndElementHandler end),
      (parser, begin, end))
LATER(void, XML_SetStartDoctypeDeclHandler, (XML_Parser parser, XML_StartDoctypeDeclHandler begin), (parser, begin))
LATER(void, XML_SetUserData, (XML_Parser parser, void* self), (parser, self))
LATER(XML_Status, XML_StopParser, (XML_Parser parser, XML_Bool resumable), (parser, resumable))
