// The only file that compiles Boost.Test's implementation.
#define BOOST_TEST_MODULE ridgeline
#include <boost/test/included/unit_test.hpp>
