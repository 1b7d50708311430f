// Gin serves the routes of the comparison with gin-gonic/gin: release mode,
// gin.New (without logger and recovery), binding for the typed endpoints. Built
// with the tag sonic, it uses the JSON library that Gin's documentation offers
// for speed.
package main

import (
	"flag"
	"log"
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"

	"github.com/weft-go/weft/bench/payload"
)

func main() {
	port := flag.Int("port", 9000, "port on 127.0.0.1")
	files := flag.String("files", "", "directory that is served under /files/")
	flag.Parse()
	gin.SetMode(gin.ReleaseMode)
	engine := gin.New()
	register(engine, *files)
	log.Fatal(engine.Run("127.0.0.1:" + strconv.Itoa(*port)))
}

func register(g *gin.Engine, files string) {
	hello, json, catalogue := []byte(payload.Hello), payload.JSON(), payload.NewCatalogue()
	g.GET("/", func(c *gin.Context) { c.Data(http.StatusOK, payload.Text, hello) })
	g.GET("/json", func(c *gin.Context) { c.Data(http.StatusOK, payload.ApplicationJSON, json) })
	g.POST("/echo", func(c *gin.Context) {
		body, err := c.GetRawData()
		if err != nil {
			c.String(http.StatusBadRequest, err.Error())
			return
		}
		c.Data(http.StatusOK, payload.Text, strconv.AppendInt(nil, int64(len(body)), 10))
	})
	g.GET("/users/:id/posts", func(c *gin.Context) {
		c.Data(http.StatusOK, payload.Text, payload.AppendPosts(nil, c.Param("id"), c.Query("limit"), c.Query("offset")))
	})
	g.POST("/shops/:shop/orders", order)
	g.POST("/orders", func(c *gin.Context) {
		var order payload.Order
		if bound(c, c.ShouldBindJSON(&order)) {
			c.JSON(http.StatusOK, order.Total())
		}
	})
	g.GET("/catalogue", func(c *gin.Context) { c.JSON(http.StatusOK, catalogue) })
	for i := range payload.Routes {
		g.GET(payload.APIColonPattern(i), func(c *gin.Context) {
			c.Data(http.StatusOK, payload.Text, payload.AppendPart(nil, c.Param("id"), c.Param("part"), c.Query("limit")))
		})
	}
	if files != "" {
		g.Static("/files", files)
	}
}

// orderPath and orderQuery are the parameters of the typed endpoint, with Gin's rules.
type orderPath struct {
	Shop int64 `uri:"shop" binding:"required"`
}

type orderQuery struct {
	Limit   int  `form:"limit" binding:"required,min=1,max=100"`
	Express bool `form:"express"`
}

func order(c *gin.Context) {
	var path orderPath
	var query orderQuery
	var body payload.Order
	if bound(c, c.ShouldBindUri(&path)) && bound(c, c.ShouldBindQuery(&query)) && bound(c, c.ShouldBindJSON(&body)) {
		c.JSON(http.StatusOK, body.Receipt(path.Shop, query.Limit, query.Express))
	}
}

// bound answers 400 if there is an error, and reports whether there is none.
func bound(c *gin.Context, err error) bool {
	if err != nil {
		c.String(http.StatusBadRequest, err.Error())
	}
	return err == nil
}
